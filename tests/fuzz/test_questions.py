"""Questions in words, whatever they are made of: read, answered or told, within the deadline that is given."""

from __future__ import annotations

import re
import time
from random import Random

import pytest

from fuzzing import fuzz
from motif.engine.control import Control, heeding
from motif.errors import MotifError
from motif.knowledge_graph import Graph
from motif.planners.meaning.planner import plan_meanings
from mutations import LETTERS, a_text, spoilt_text
from requests_at_random import NODES

pytestmark = pytest.mark.fuzz

KEY_WORDS = re.findall(
    r"\S+",
    """
who what which where when whose how many much did does do is are was were the a an of in on at by with without and or
not no than more most least fewer fewest highest lowest oldest newest first last latest before after since until between
over under about at least at most exactly each per every all any both neither nor either only same different total sum
average mean median share percent percentage ratio number count list give show tell me compare versus rank order sorted
descending top bottom 3 10 1995 2000 1990s three twenty-one million 5% $100 8.3 -1 1,000 two thirds half twice dozen
year month day century january 1995-12-15 yesterday today film films movie person people actor director city name rating
budget born year tag seen released direct directed act acted wrote written shot like liked since weeks role ? ! . , ; :
( ) " ' - / & | [ ] { } null true false
""",
)
NAMES = [record["name"] for *_, record in NODES]
SECONDS = 5.0


def a_question(questions: list[str], random: Random) -> str:
    """A question that was asked, changed; key words and names in any order; letters; or something very long."""
    words = [*KEY_WORDS, *NAMES, a_text(random, 4)]
    kind = random.random()
    if kind < 0.35:
        return spoilt_text(random, random.choice(questions), words, most=5)
    if kind < 0.75:
        return " ".join(random.choice(words) for _ in range(random.randint(1, 18)))
    if kind < 0.85:
        name = random.choice(NAMES)
        at = random.randint(0, len(name))
        return f"{random.choice(KEY_WORDS)} {name[:at]}{random.choice(LETTERS)}{name[at:]} {random.choice(KEY_WORDS)}"
    if kind < 0.95:
        return a_text(random, 60)
    long = random.choice(
        [random.choice(questions), random.choice(words), random.choice(LETTERS), " ".join(words)]
    )
    return (long + random.choice([" ", "", ", "])) * random.choice([20, 100, 1000, 5000])


def test_a_question_is_read_or_told(films: Graph, questions: list[str]) -> None:
    def check(question: str) -> None:
        try:
            with Control(SECONDS) as control, heeding(control):
                for meaning in plan_meanings(question, films.view):
                    assert meaning.asked is not None
        except MotifError as error:
            assert error.message.strip()

    fuzz("questions read", lambda random: a_question(questions, random), check, share=0.4)


def test_a_question_is_answered_or_told_before_its_deadline(films: Graph, questions: list[str]) -> None:
    def check(question: str) -> None:
        began = time.monotonic()
        try:
            for one in films.retrieve(question, timeout=SECONDS, on_timeout="partial"):
                assert isinstance(one.text, str)
        except MotifError as error:
            assert error.message.strip()
        assert time.monotonic() - began < SECONDS + 5.0, "nothing goes on after the deadline"

    fuzz("questions answered", lambda random: a_question(questions, random), check, share=0.15)


def test_a_claim_is_judged_or_told(films: Graph, questions: list[str]) -> None:
    def check(claim: str) -> None:
        try:
            for one in films.verify(claim, timeout=SECONDS):
                assert isinstance(one.text, str)
        except MotifError as error:
            assert error.message.strip()

    fuzz("claims", lambda random: a_question(questions, random), check, share=0.1)
