"""Idempotency keys on the running service, also after it was started anew."""

import asyncio
from typing import Any

import httpx
import pytest

from tests.contract.service import running
from tests.kit.postgres import cluster, conninfo

__all__ = ["cluster", "conninfo"]


async def example(http: httpx.AsyncClient, match: str, seat: int) -> dict[str, Any]:
    """A body for a move of the seat."""
    options = (await http.get(f"{match}/options?seat={seat}&example=true")).json()
    return {"action": options["example"], "seat": seat}


@pytest.mark.slow
async def test_acceptance_5_one_key_is_one_move_however_often_it_is_sent(conninfo: str) -> None:
    limits = httpx.Limits(max_connections=50)
    headers = {"If-Match": "*", "Idempotency-Key": "one"}
    with running(conninfo) as service:
        async with httpx.AsyncClient(base_url=service.address, limits=limits) as http:
            token = (await http.post("/players", json={"name": "Ann"})).json()["token"]
            http.headers["Authorization"] = f"Bearer {token}"
            terms = {"game": "mystery-of-the-temples", "seats": 2}
            match = (await http.post("/matches", json=terms)).headers["location"]
            for seat in (1, 2):
                await http.post(f"{match}/seats", json={"seat": seat})
            seat = (await http.post(f"{match}/start")).json()["to_act"][0]
            body = await example(http, match, seat)
            before = (await http.get(match)).json()
            answers = await asyncio.gather(
                *(http.post(f"{match}/moves", json=body, headers=headers) for _ in range(50))
            )
            assert {answer.status_code for answer in answers} == {201}
            assert len({answer.content for answer in answers}) == 1
            assert sum("idempotent-replayed" in answer.headers for answer in answers) == 49
            assert (await http.get(match)).json()["move"] == before["move"] + 1
            following = (await http.get(match)).json()["to_act"][0]
            other = await http.post(
                f"{match}/moves", json=await example(http, match, following), headers={"If-Match": "*"}
            )
            assert other.status_code == 201
            again = await http.post(f"{match}/moves", json=body, headers=headers)
            assert (again.status_code, again.content) == (201, answers[0].content)
            version = (await http.get(match)).json()["version"]
    with running(conninfo) as service:
        async with httpx.AsyncClient(base_url=service.address) as http:
            http.headers["Authorization"] = f"Bearer {token}"
            again = await http.post(f"{match}/moves", json=body, headers=headers)
            assert (again.status_code, again.content) == (201, answers[0].content)
            assert again.headers["etag"] == answers[0].headers["etag"]
            assert (await http.get(match)).json()["version"] == version
