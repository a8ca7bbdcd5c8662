"""The document as it is committed and served: valid, whole, named, closed where clients send and open where they read."""

import json
import re
from pathlib import Path

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from adapters.http.app import document_of, raw_document
from domain.catalog import CATALOG
from domain.kernel.values import tag
from domain.match.events import MATCH_EVENTS
from openapi.document import finish, packed, written
from openapi.document.paths import operations
from openapi.document.schemas import references, within
from openapi.wire import REQUESTS
from tests.kit.contract import HOME, contract_of
from tests.kit.toy import TOY, TOY_2

FILE = Path(__file__).parents[2] / "openapi" / "openapi.json"
TWO = {"toy-duel": (TOY, TOY_2), **CATALOG}
DOCUMENT = document_of(CATALOG)
SCHEMAS = DOCUMENT["components"]["schemas"]
BOTH = document_of(TWO)["components"]["schemas"]
OPERATIONS = {operation["operationId"]: operation for _, _, operation in operations(DOCUMENT["paths"])}


def test_the_committed_document_is_the_one_that_is_served():
    hint = "write it again: everturn openapi --output openapi/openapi.json"
    assert FILE.read_text("utf-8") == written(DOCUMENT), hint
    assert json.loads(packed(DOCUMENT)) == json.loads(FILE.read_text("utf-8"))


def test_it_is_valid_openapi():
    assert DOCUMENT["openapi"].startswith("3.1.")
    assert [str(error)[:300] for error in OpenAPIV31SpecValidator(json.loads(packed(DOCUMENT))).iter_errors()] == []


def test_finishing_changes_nothing_it_is_given():
    raw = raw_document(CATALOG)
    before = json.dumps(raw)
    assert finish(raw, CATALOG) == finish(raw, CATALOG)
    assert json.dumps(raw) == before


def test_d03_names_are_plain_and_operation_ids_are_those_that_clients_know():
    assert [name for name in BOTH if not re.fullmatch(r"[A-Z][A-Za-z0-9]*[A-Za-z]", name)] == []
    assert sorted(OPERATIONS) == [
        "abandonMatch", "answerTakeback", "changeMe", "createMatch", "createPlayer", "createToken", "eraseMe",
        "fillForm", "getComponents", "getDocument", "getGame", "getLiveness", "getMatch", "getMe", "getMove",
        "getOptions", "getPosition", "getReadiness", "getVerification", "leaveSeat", "listEvents", "listGames",
        "listMatches", "listMoves", "listMyMatches", "listTokens", "resign", "revokeToken", "startMatch", "submitMove",
        "takeBack", "takeSeat",
    ]  # fmt: skip


@pytest.mark.parametrize("game", [TOY, CATALOG["mystery-of-the-temples"][-1]], ids=lambda game: game.ref.game)
def test_d01_each_type_of_a_game_is_a_member_of_its_union(game):
    types, mapping = game.types, {name: BOTH[name]["discriminator"]["mapping"] for name in UNIONS}
    assert {tag(kind) for kind in types.actions} <= set(mapping["Action"])
    assert set(mapping["ActionShown"]) == set(mapping["Action"])
    assert {tag(kind) for kind in (*types.events, *MATCH_EVENTS)} <= set(mapping["Event"])
    assert {tag(kind) for kind in types.details} <= set(mapping["Detail"])
    assert tag(types.view) in mapping["View"]
    assert mapping["NewMatch"][game.meta.slug] == f"{HOME}{game.meta.schema_prefix}NewMatch"
    assert {refusal.code for refusal in types.refusals} <= set(BOTH["ProblemCode"]["enum"])


UNIONS = ("Action", "ActionShown", "Event", "Detail", "View", "NewMatch", "Match", "StreamMessage")


def test_d05_classes_of_one_name_in_two_games_are_two_components():
    assert BOTH["ToyTableView"]["properties"]["game"]["const"] == "toy-duel"
    assert BOTH["MysteryTableView"]["properties"]["game"]["const"] == "mystery-of-the-temples"
    assert not [name for name in SCHEMAS if name.startswith("Toy")]


def test_a_type_of_event_narrows_its_data():
    envelope, data = BOTH["ToyPaid"], BOTH["ToyPaidData"]
    assert envelope["properties"]["type"] == {"type": "string", "const": "toy.paid"}
    assert envelope["properties"]["data"] == {"$ref": f"{HOME}ToyPaidData"}
    assert list(data["properties"]) == data["required"] == ["payment", "lost"]
    assert envelope["properties"]["seat"] == {"type": "integer", "minimum": 1, "maximum": 4}
    assert BOTH["ToyGemTaken"]["properties"]["seat"] == {"type": ["integer", "null"], "minimum": 1, "maximum": 4}
    assert BOTH["ToyGemDrawn"]["properties"]["seat"] == {"type": "null"}


def test_what_may_be_blanked_is_nullable_where_it_is_shown_and_not_where_it_is_sent():
    sent, shown = BOTH["ToyChooseFavourites"], BOTH["ToyChooseFavouritesShown"]
    assert (sent["properties"]["colors"]["type"], shown["properties"]["colors"]["type"]) == ("array", ["array", "null"])
    assert BOTH["Action"]["discriminator"]["mapping"]["toy.choose-favourites"] == f"{HOME}ToyChooseFavourites"
    assert BOTH["ActionShown"]["discriminator"]["mapping"]["toy.choose-favourites"] == f"{HOME}ToyChooseFavouritesShown"
    assert BOTH["ToyPurseDealtData"]["properties"]["coins"]["anyOf"][1] == {"type": "null"}
    assert BOTH["ToySeatView"]["properties"]["purse"]["anyOf"][1] == {"type": "null"}
    assert BOTH["ToyPaidData"]["properties"]["payment"] == {"$ref": f"{HOME}ToyPurse"}
    assert BOTH["MysteryRuneStacksDealtData"]["properties"]["order"]["type"] == ["array", "null"]


def test_settings_may_be_partial_in_requests_and_are_whole_in_answers():
    assert BOTH["ToySettings"]["required"] == []
    assert BOTH["ToySettings"]["additionalProperties"] is False
    assert BOTH["ToySettingsShown"]["required"] == ["open_hands", "auctions"]
    assert BOTH["ToyNewMatch"]["properties"]["settings"]["anyOf"] == [{"$ref": f"{HOME}ToySettings"}, {"type": "null"}]
    assert BOTH["ToyMatch"]["properties"]["settings"] == {"$ref": f"{HOME}ToySettingsShown"}
    assert BOTH["ToyMatchCreatedData"]["properties"]["settings"] == {"$ref": f"{HOME}ToySettingsShown"}
    assert BOTH["ToyNewMatch"]["properties"]["seats"] == {"type": "integer", "minimum": 2, "maximum": 4}


def members_of(name: str) -> list[str]:
    mapping = SCHEMAS[name].get("discriminator", {}).get("mapping", {})
    return [target.removeprefix(HOME) for target in mapping.values()] or [name]


@pytest.mark.parametrize("name", [member for model in REQUESTS for member in members_of(model.__name__)])
def test_d04_every_field_of_a_request_that_may_be_left_out_says_what_it_is_then(name):
    schema = SCHEMAS[name]
    for field, inner in schema["properties"].items():
        if field not in schema.get("required", ()):
            assert '"null"' in json.dumps(inner) or "Default: " in inner.get("description", ""), field


def test_d10_each_refusal_is_one_shared_response_of_one_shape():
    for name, operation in OPERATIONS.items():
        for status, response in operation["responses"].items():
            if int(status) >= 400:
                assert response == {"$ref": f"#/components/responses/Problem{status}"}, name
    for response in DOCUMENT["components"]["responses"].values():
        assert response["content"]["application/problem+json"]["schema"] == {"$ref": f"{HOME}Problem"}


def test_links_lead_from_a_new_match_to_a_move_by_parameters_that_there_are():
    chain = [("createMatch", "201", "seat"), ("takeSeat", "201", "start"), ("startMatch", "200", "options")]
    chain += [("getOptions", "200", "move"), ("submitMove", "201", "options")]
    for (name, status, link), (following, *_) in zip(chain, [*chain[1:], ("getOptions",)], strict=True):
        assert OPERATIONS[name]["responses"][status]["links"][link]["operationId"] == following
    for operation in OPERATIONS.values():
        for response in operation["responses"].values():
            for link in response.get("links", {}).values():
                target = OPERATIONS[link["operationId"]]
                known = {f"{one['in']}.{one['name']}" for one in target.get("parameters", ())}
                needed = {f"{one['in']}.{one['name']}" for one in target.get("parameters", ()) if one["required"]}
                assert needed <= set(link["parameters"]) <= known
                assert ("requestBody" in link) <= ("requestBody" in target)
                assert ("requestBody" in link) == ("x-schemathesis" in link)


def test_the_events_have_three_forms_and_each_message_of_a_stream_is_described():
    content = OPERATIONS["listEvents"]["responses"]["200"]["content"]
    assert {media: one["schema"]["$ref"].removeprefix(HOME) for media, one in content.items()} == {
        "application/json": "EventPage",
        "application/x-ndjson": "Event",
        "text/event-stream": "StreamMessage",
    }
    held = {
        name: SCHEMAS[target.removeprefix(HOME)]["properties"]["data"]["contentSchema"]["$ref"].removeprefix(HOME)
        for name, target in SCHEMAS["StreamMessage"]["discriminator"]["mapping"].items()
    }
    assert held == {"event": "Event", "position": "Position", "reset": "StreamReset", "end": "StreamEnd"}


def test_parameters_have_bounds_and_are_never_null():
    for operation in OPERATIONS.values():
        for parameter in operation.get("parameters", ()):
            assert "null" not in json.dumps(parameter["schema"])
    (after,) = [one for one in OPERATIONS["listMoves"]["parameters"] if one["name"] == "after"]
    assert after["schema"] == {"type": "integer", "minimum": 0, "maximum": 1_000_000}


def test_d06_no_closed_set_stands_beside_a_constant_and_each_has_its_type():
    for name, schema in BOTH.items():
        for inner in within(schema):
            assert not ("enum" in inner and "const" in inner), name
            assert ("enum" not in inner and "const" not in inner) or inner["type"] == "string", name
            assert len(set(inner.get("enum", ()))) == len(inner.get("enum", ())), name


def test_closed_sets_keep_the_names_and_the_order_of_the_rules():
    assert SCHEMAS["MysteryNode"]["enum"] == [f"n{number}" for number in range(1, 13)]
    assert SCHEMAS["MysteryColor"]["enum"] == ["red", "yellow", "blue", "green", "purple"]
    assert SCHEMAS["MysterySource"]["discriminator"]["propertyName"] == "kind"
    assert SCHEMAS["Status"]["enum"] == ["open", "running", "finished", "abandoned"]


def test_every_code_of_a_rule_tells_its_rule_and_reason():
    told = SCHEMAS["ProblemCode"]["x-codes"]
    assert set(told) <= set(SCHEMAS["ProblemCode"]["enum"])
    assert told["collected_already"] == [
        {"game": "mystery-of-the-temples", "rule": "MOT-6.7", "reason": "Collect is done once a turn."}
    ]


def test_requests_and_answers_share_no_open_component():
    asked = {model.__name__ for model in REQUESTS}
    reached, waiting = set(), list(asked)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += references(SCHEMAS[name])
    for name in reached:
        assert SCHEMAS[name].get("additionalProperties", False) is not True
    assert contract_of().faults("Problem", {"type": "about:blank"}) != []
