from __future__ import annotations

import pytest
from harness import Running
from test_api import key_client

from calque_server.settings import Limits


def listed(served: Running, **query: str) -> list[dict[str, object]]:
    url = f"{served.base}/api/v2/content/localize/proposals"
    answer = served.client.get(url, params=query)
    assert answer.status_code == 200, answer.text
    data: list[dict[str, object]] = answer.json()["data"]
    return data


def test_a_proposal_is_stored_and_listed(served: Running) -> None:
    answer = served.propose("Herzlich willkommen")
    assert answer.status_code == 201
    made = answer.json()["data"]
    assert made["can_delete"] is True
    assert {key: made[key] for key in ("section", "key", "locale", "value")} == {
        "section": "home",
        "key": "title",
        "locale": "de",
        "value": "Herzlich willkommen",
    }
    assert listed(served, guid="g") == [made]
    assert [each["can_delete"] for each in listed(served, guid="other")] == [False]


def test_there_is_one_for_each_text_and_person(served: Running) -> None:
    first = served.propose("A").json()["data"]
    assert served.propose("A").status_code == 412
    again = served.propose("B")
    assert again.status_code == 200
    assert again.json()["data"]["id"] == first["id"]
    assert served.propose("A", guid="other").status_code == 201
    assert served.propose("B", locale="de-AT").status_code == 201
    assert [each["value"] for each in listed(served)] == ["B", "A", "B"]


def test_the_value_of_the_text_is_no_proposal(served: Running) -> None:
    assert served.propose("Willkommen").status_code == 412
    assert listed(served) == []


def test_only_its_author_deletes_a_proposal(served: Running) -> None:
    id_ = served.propose("A").json()["data"]["id"]
    url = f"{served.base}/api/v2/content/localize/proposals"
    assert served.client.delete(f"{url}/{id_}?guid=x").status_code == 401
    assert served.client.delete(f"{url}/{id_ + 1}?guid=g").status_code == 445
    assert served.client.delete(f"{url}/{1 << 70}?guid=g").status_code == 445
    assert served.client.delete(f"{url}/{id_}?guid=g").json() == {
        "data": {"message": "deleted"}
    }
    assert served.client.delete(f"{url}/{id_}?guid=g").status_code == 445
    assert listed(served) == []
    assert served.propose("A").status_code == 201


@pytest.mark.parametrize(
    "fields",
    [
        {"locale": ""},
        {"locale": "not a tag"},
        {"section": "../etc"},
        {"section": "__proto__"},
        {"key": "a.__proto__.b"},
        {"key": ""},
        {"guid": ""},
        {"guid": "x" * 101},
        {"value": "x" * 4097},
        {"value": "a\0b"},
    ],
)
def test_other_refusals_are_422(served: Running, fields: dict[str, str]) -> None:
    answer = served.propose(**{"value": "A", **fields})
    assert answer.status_code == 422, answer.text
    assert answer.json()["message"]
    assert listed(served) == []


@pytest.mark.parametrize("size", [4095, 4096])
def test_values_up_to_the_limit_are_taken(served: Running, size: int) -> None:
    assert served.propose("x" * size).status_code == 201


def test_a_form_that_is_none_is_refused(served: Running) -> None:
    url = f"{served.base}/api/v2/content/localize/proposals"
    assert served.client.post(url, content=b"value=%FF").status_code == 422
    assert served.client.post(url, content=b"").status_code == 422
    assert served.client.post(url, content=b"a" * 70_000).status_code == 413
    assert served.client.get(f"{url}?state=no").status_code == 422


class TestLimits:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(device_rate=0.01, device_burst=3, open_per_device=2)

    def test_too_many_at_once_have_to_wait(self, served: Running) -> None:
        answers = [served.propose(f"{number}") for number in range(4)]
        assert [each.status_code for each in answers] == [201, 200, 200, 429]
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert served.propose("A", guid="other").status_code == 201

    def test_so_many_may_wait_for_a_decision(self, served: Running) -> None:
        found = [served.propose("A", key=key).status_code for key in ("a", "b", "c")]
        assert found == [201, 201, 429]


class TestLimitsOfAnAddress:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(address_rate=0.01, address_burst=3, sign_in_burst=2)

    def test_people_behind_one_address_share_a_limit(self, served: Running) -> None:
        answers = [served.propose("A", guid=f"{number}") for number in range(4)]
        assert [each.status_code for each in answers] == [201, 201, 201, 429]
        assert int(answers[-1].headers["retry-after"]) >= 1

    def test_passwords_cannot_be_tried_often(self, served: Running) -> None:
        form, origin = {"login": "a", "password": "b"}, {"Origin": served.url}
        url = f"{served.url}/sign-in"
        answers = [served.client.post(url, data=form, headers=origin) for _ in range(3)]
        assert [each.status_code for each in answers] == [401, 401, 429]
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert "Too many requests." in answers[-1].text


class TestLimitsOfAKey:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(key_rate=0.01, key_burst=2)

    def test_a_key_has_a_limit_of_its_own(self, served: Running) -> None:
        with key_client(served, "review") as one, key_client(served, "review") as other:
            answers = [one.get("/proposals") for _ in range(3)]
            assert [each.status_code for each in answers] == [200, 200, 429]
            assert int(answers[-1].headers["retry-after"]) >= 1
            assert other.get("/proposals").status_code == 200
