"""What things go by beside their names, and words that only say where they are, whose they are, or what was done."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node
from motif.planners.meaning.planner import plan_meanings
from motif.planners.meaning.wording import in_words
from question_graphs import small_graph


@cache
def club() -> motif.Graph:
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (
            ("Member",),
            {
                "name": "Ann Roe",
                "user_name": "quickfox",
                "location": "Orbury",
                "followers": 40,
                "following": 7,
            },
        ),
        (
            ("Member",),
            {
                "name": "Bo Lark",
                "user_name": "mudlark7",
                "location": "Orbury",
                "followers": 90,
                "following": 3,
            },
        ),
        (("Member",), {"name": "Cy Marsh", "user_name": "tallcrane", "location": "Pell", "followers": 15}),
        (("Message",), {"title": "Found an egg", "hidden": False, "lang": "en"}),
        (("Message",), {"title": "Lost my boots", "hidden": True, "lang": "en"}),
        (("Message",), {"title": "Wo ist der See", "hidden": False, "lang": "de"}),
        (("Notice",), {"noticeNo": "N-1", "dismissed": True}),
        (("Notice",), {"noticeNo": "N-2", "dismissed": False}),
        (("Tariff",), {"name": "Basic", "feePerMonth": 9.5, "priceMax": 30, "tier": "plain"}),
        (("Tariff",), {"name": "Gold", "feePerMonth": 30.0, "priceMax": 90, "tier": "special"}),
        (("Shop",), {"name": "East Shop", "kind": "kiosk", "area": 12}),
        (("Shop",), {"name": "West Shop", "kind": "kiosk", "area": 40}),
        (("Shop",), {"name": "Mill Shop", "kind": "store", "area": 90}),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (0, "FOLLOWS", 1, {}),
        (2, "FOLLOWS", 1, {}),
        (1, "FOLLOWS", 2, {}),
        (0, "WROTE", 3, {}),
        (1, "WROTE", 4, {}),
        (1, "WROTE", 5, {}),
        (6, "ABOUT", 4, {}),
        (7, "ABOUT", 3, {}),
        (10, "SELLS", 8, {"channel": "phone"}),
        (11, "SELLS", 8, {}),
        (11, "SELLS", 9, {}),
    ]
    return small_graph("club", nodes, links, ("channel",))


def _said(question: str) -> tuple[set[Any], str]:
    found = club().retrieve(question, planner="meaning", top_k=20)
    rows = [piece.answers[0] for piece in found]
    return {one.name if isinstance(one, Node) else one for one in rows}, found.status


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who follows mudlark7?", {"Ann Roe", "Cy Marsh"}),
        ("Who does mudlark7 follow?", {"Cy Marsh"}),
        ("Does quickfox follow tallcrane?", {False}),
        ("Does quickfox follow mudlark7?", {True}),
        ("How many followers does tallcrane have?", {15}),
        ("Which messages did mudlark7 write?", {"Lost my boots", "Wo ist der See"}),
        ("Does mudlark7 have more followers than quickfox?", {True}),
    ],
)
def test_a_user_name_calls_who_has_it(question: str, expected: set[Any]) -> None:
    assert _said(question) == (expected, "answered")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Where does Cy Marsh live?", {"Pell"}),
        ("members located in Orbury", {"Ann Roe", "Bo Lark"}),
        ("Which members live in Pell?", {"Cy Marsh"}),
        ("Which messages were marked as hidden?", {"Lost my boots"}),
        ("What is the fee per month of Gold?", {30.0}),
        ("kiosks with an area over 20", {"West Shop"}),
        ("Which members have a following of more than 5?", {"Ann Roe"}),
        ("members with more than 30 followers", {"Ann Roe", "Bo Lark"}),
    ],
)
def test_words_that_say_no_more_than_a_property(question: str, expected: set[Any]) -> None:
    assert _said(question) == (expected, "answered")


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("Which messages were dismissed?", "the message (about ← notice (dismissed is True))"),
        ("Which messages were never dismissed?", "the message (not about ← notice (dismissed is True))"),
        ("tariffs whose tier is not special", "the tariff (not tier is special)"),
        ("Whose messages are hidden?", "the member (wrote → message (hidden is True))"),
        ("How many messages are there per language?", "lang, count of message"),
        (
            "Which shop has the most price max?",
            "the shop (sells → tariff) with max of tariff price max, by max of tariff price max downwards, the first 1",
        ),
        ("Which tariff has the highest fee per month?", "the tariff with fee per month, by fee per month downwards, "
         "the first 1"),
        ("Which shops have a larger area than the East Shop?", "the shop (area > that of East Shop, 12) with area"),
    ],
)  # fmt: skip
def test_what_is_meant(question: str, meant: str) -> None:
    (meaning, *_) = plan_meanings(question, club().view, 1)
    assert (in_words(meaning), meaning.omissions) == (meant, ())


def test_what_is_asked_whose_it_is_is_not_given() -> None:
    """Where several may have it, the things themselves are no answer."""
    (meaning, *_) = plan_meanings("Whose notices were dismissed?", club().view, 1)
    assert meaning.omissions


def test_a_number_that_is_not_held_is_no_value_of_a_relationship() -> None:
    assert _said("What is the phone number of East Shop?")[1] != "answered"
    assert _said("What is the email address of quickfox?")[1] != "answered"
    assert _said("Which shops sell Basic by phone?") == ({"East Shop"}, "answered")
