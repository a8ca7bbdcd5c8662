"""Closed sets and bounds of the wire stand in types; here they are held against the released data."""

from typing import Any, get_args, get_type_hints

import pytest

from domain.mystery_of_the_temples import MYSTERY_1 as GAME
from domain.mystery_of_the_temples import actions as a
from domain.mystery_of_the_temples import terms
from domain.mystery_of_the_temples.chains import SHORTEST
from domain.mystery_of_the_temples.evolve import SPACES
from domain.mystery_of_the_temples.meta import META
from domain.mystery_of_the_temples.settings import Settings

DATA = GAME.components


def bounds(kind: Any) -> tuple[int, int]:
    """The least and the greatest number of a bounded type."""
    (meta,) = kind.__metadata__
    return meta.ge, meta.le


def test_the_nodes_are_those_of_every_layout_in_play():
    names = {grid["layout"] for grid in DATA["crystal_grids"]}
    for name in names:
        assert tuple(node["id"] for node in DATA["crystal_grid_layouts"][name]["nodes"]) == terms.NODES


@pytest.mark.parametrize(
    ("kind", "least", "most"),
    [
        (a.Steps, 1, max(DATA["dexterity_spell"]["base_steps"]) + DATA["dexterity_spell"]["max_extra_steps"]),
        (a.Position, 1, max(len(side["arc"]) for card in DATA["temples"] for side in card["sides"].values())),
        (a.Space, 1, max(len(card["collect"].get("spaces", ())) for card in DATA["wilderness"])),
        (a.SeatNumber, 1, DATA["game"]["seats"]["most"]),
    ],
)
def test_bounded_numbers_reach_as_far_as_the_data(kind, least, most):
    assert bounds(kind) == (least, most)


def test_refinement_cards_have_as_many_spaces_as_the_table_keeps():
    found = [card["collect"]["spaces"] for card in DATA["wilderness"] if card["collect"]["method"] == "refinement"]
    assert {len(spaces) for spaces in found} == {SPACES}


def test_the_shortest_chain_is_the_least_that_scores():
    assert min(map(int, DATA["curse_points_by_chain_length"])) == SHORTEST


def test_points_of_a_reach_are_those_of_its_length():
    for card in DATA["temples"]:
        for side in card["sides"].values():
            for space in side["curse_spaces"]:
                for way in space["reach"]:
                    assert way["points"] == DATA["curse_points_by_chain_length"][str(way["length"])]


def test_the_options_are_those_of_the_data():
    options = {option["id"]: option for option in DATA["options"]}
    hints = get_type_hints(Settings, include_extras=True)
    assert set(Settings.__struct_fields__) == set(options)
    assert {name: getattr(Settings(), name) for name in options} == {
        name: option["default"] for name, option in options.items()
    }
    assert list(get_args(hints["grid_effects"])) == options["grid_effects"]["values"]
    assert bounds(hints["max_rounds"]) == (options["max_rounds"]["least"], options["max_rounds"]["most"])


def test_the_meta_is_that_of_the_data():
    game = DATA["game"]
    assert (META.slug, META.title, META.credits.year) == (game["slug"], game["title"], game["year"])
    assert (META.least_seats, META.most_seats) == (game["seats"]["least"], game["seats"]["most"])
    assert ", ".join(META.credits.publishers) == game["publisher"]
    assert META.credits.designers == (game["designer"],)


def test_refusals_have_codes_of_their_own_and_name_a_rule():
    codes = [refusal.code for refusal in GAME.types.refusals]
    assert len(set(codes)) == len(codes)
    assert all(refusal.rule.startswith("MOT-") and "." in refusal.rule for refusal in GAME.types.refusals)
