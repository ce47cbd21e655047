import pytest

from motif.errors import InvalidConfiguration
from motif.service.configuration import (
    DOMINANCE,
    DOMINANCE_INDEXED,
    DOMINANCE_WRITE,
    EMBED,
    MATCH,
    PLAN,
    PROJECT,
    RETRIEVE,
    SEARCH,
    VERIFY,
    WRITE,
)
from motif.service.keys import read_configuration, show

ALL = (
    *(SEARCH, MATCH, PLAN, RETRIEVE, VERIFY, PROJECT, EMBED, WRITE),
    *(DOMINANCE, DOMINANCE_INDEXED, DOMINANCE_WRITE),
)


def read(**configuration):
    return read_configuration("motif.search", configuration, SEARCH)


def test_keys_become_keywords():
    assert read(
        topK=5,
        nodeLabels="Film",
        relationshipTypes=["A", "B"],
        injective="known",
        timeout=1,
        onTimeout="fail",
    ) == {
        "top_k": 5,
        "labels": ["Film"],
        "relationship_types": ["A", "B"],
        "injective": "known",
        "timeout": 1.0,
        "on_timeout": "fail",
    }


def test_nothing_given_is_nothing_said():
    assert read_configuration("motif.search", None, SEARCH) == {}
    assert read(topK=None) == {}


def test_whole_floats_are_whole_numbers_as_javascript_sends_them():
    assert read(topK=3.0) == {"top_k": 3}


def test_a_star_means_all():
    assert read(nodeLabels="*") == {"labels": None}


@pytest.mark.parametrize(
    ("key", "nearest"),
    [
        ("topk", "topK"),
        ("top_k", "topK"),
        ("nodeLabel", "nodeLabels"),
        ("TIMEOUT", "timeout"),
        ("node_candidates", "nodeCandidates"),
    ],
)
def test_a_misspelt_key_is_answered_with_the_nearest(key, nearest):
    with pytest.raises(InvalidConfiguration, match=f"unknown key '{key}'") as caught:
        read(**{key: 3})
    assert caught.value.hint == f"Did you mean '{nearest}'?"


@pytest.mark.parametrize(
    ("keys", "key", "meant"),
    [(MATCH, "topK", "limit"), (MATCH, "top_k", "limit"), (MATCH, "k", "limit"), (SEARCH, "limit", "topK")],
)
def test_what_another_procedure_calls_it_is_answered_with_this_ones_key(keys, key, meant):
    with pytest.raises(InvalidConfiguration, match=f"unknown key '{key}'") as caught:
        read_configuration("motif.match", {key: 3}, keys)
    assert caught.value.hint == f"Did you mean '{meant}'?"


def test_keys_of_a_match():
    given = {"limit": 7.0, "directed": False, "algorithm": "paths", "injective": "known", "answer": "?x"}
    assert read_configuration("motif.match", {**given, "relationCandidates": 3}, MATCH) == {
        **given,
        "limit": 7,
        "relation_candidates": 3,
    }


@pytest.mark.parametrize(
    ("keys", "key", "value", "words"),
    [
        (MATCH, "limit", 0, "limit must be a whole number from 1 to 100,000, not 0."),
        (MATCH, "directed", "no", "directed must be true or false, not 'no'."),
        (MATCH, "algorithm", "vf2", "algorithm must be 'auto', 'join' or 'paths', not 'vf2'."),
        (MATCH, "injective", 1, "injective must be true, false or 'known', not 1."),
        (DOMINANCE, "kind", "gnn", "kind must be 'constructed' or 'gat', not 'gnn'."),
        (DOMINANCE, "dimension", 65, "dimension must be a whole number from 1 to 64, not 65."),
        (DOMINANCE, "seed", -1, "seed must be a whole number from 0 to 2,147,483,647, not -1."),
        (DOMINANCE_INDEXED, "pathLength", 3, "pathLength must be 1 or 2, not 3."),
        (DOMINANCE_WRITE, "writeProperty", "", "writeProperty must be a property, not ''."),
    ],
)
def test_a_wrong_value_of_a_match_or_an_embedding(keys, key, value, words):
    with pytest.raises(InvalidConfiguration) as caught:
        read_configuration("motif.match", {key: value}, keys)
    assert caught.value.message == words


def test_a_key_like_no_other_is_answered_with_all():
    with pytest.raises(InvalidConfiguration) as caught:
        read(zzzzz=3)
    assert "topK" in caught.value.hint


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("topK", "five", "topK must be a whole number from 1 to 10,000, not 'five'."),
        ("topK", 0, "topK must be a whole number from 1 to 10,000, not 0."),
        ("topK", 1_000_000, "topK must be a whole number from 1 to 10,000, not 1000000."),
        ("topK", True, "not true."),
        ("topK", 2.5, "not 2.5."),
        ("topK", float("nan"), "not nan."),
        ("timeout", 0, "a number of seconds above 0"),
        ("timeout", "1s", "not '1s'."),
        ("timeout", float("inf"), "not inf."),
        ("injective", "yes", "true, false or 'known', not 'yes'."),
        ("injective", 1, "not 1."),
        ("onTimeout", "stop", "'fail' or 'partial', not 'stop'."),
        ("return", "rows", "'graph', 'ids', 'text' or 'json', not 'rows'."),
        ("nodeLabels", 7, "a label or a list of labels, not 7."),
        ("nodeLabels", [], "not []."),
        ("nodeLabels", ["A", 1], "not ['A', 1]."),
        ("filter", ["year"], "must be a map"),
        ("maxTokens", -1, "from 1 to"),
        ("answer", "", "the name of an unknown, not ''."),
        ("logProgress", "true", "true or false, not 'true'."),
    ],
)
def test_a_wrong_value_is_answered_with_what_is_needed(key, value, words):
    with pytest.raises(InvalidConfiguration) as caught:
        read(**{key: value})
    assert words in caught.value.message


def test_a_configuration_is_a_map():
    with pytest.raises(InvalidConfiguration, match="must be a map, not 3"):
        read_configuration("motif.search", 3, SEARCH)


def test_long_values_are_shortened():
    assert len(show("x" * 1000)) == 80


@pytest.mark.parametrize("keys", ALL)
def test_every_procedure_takes_the_common_keys(keys):
    assert {"jobId", "logProgress", "timeout", "concurrency"} <= set(keys)


def test_keywords_of_a_procedure_are_distinct():
    for keys in ALL:
        keywords = [key.keyword for key in keys.values()]
        assert len(set(keywords)) == len(keywords)
