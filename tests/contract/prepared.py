"""What the contract tests need before they begin: two tokens and a match of bots, as variables for a shell."""

import sys
import time

import httpx

PATIENCE = 90


def main(address: str) -> None:
    """Waits for the service, then prepares."""
    until = time.monotonic() + PATIENCE
    with httpx.Client(base_url=address) as http:
        while not _ready(http):
            if time.monotonic() > until:
                sys.exit("the service does not get ready")
            time.sleep(0.2)
        staying, leaving = (http.post("/players", json={"name": name}).json()["token"] for name in ("Ann", "Bob"))
        http.headers["Authorization"] = f"Bearer {staying}"
        match = http.post("/matches", json={"game": "mystery-of-the-temples", "seats": 2}).json()["id"]
        for _ in range(2):
            http.post(f"/matches/{match}/seats", json={"bot": "random"}).raise_for_status()
        http.post(f"/matches/{match}/start").raise_for_status()
    print(f"export EVERTURN_TOKEN={staying} EVERTURN_LEAVING={leaving} EVERTURN_MATCH={match}")


def _ready(http: httpx.Client) -> bool:
    try:
        return http.get("/health/ready").status_code == httpx.codes.OK
    except httpx.HTTPError:
        return False


if __name__ == "__main__":
    main(sys.argv[1])
