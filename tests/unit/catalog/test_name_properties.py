"""Which property names nodes: on the shapes of public graphs, and whatever else stands beside it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.catalog import ProjectionRequest, detect, from_rows
from motif.catalog.name_doubts import NameDoubt, name_doubts, option_that_settles
from motif.catalog.name_properties import detected_names, letters_of
from motif.catalog.schema import Group, PropertyFacts, Schema

WORDS = PropertyFacts(("STRING",), 1.0, 1.0, 12.0, 1.0)
DIGITS = PropertyFacts(("STRING",), 1.0, 1.0, 5.0, 0.0)
FEW = PropertyFacts(("STRING",), 1.0, 0.1, 8.0, 1.0)
NUMBER = PropertyFacts(("INTEGER",), 1.0, 1.0)
UNSEEN = PropertyFacts(("STRING",))
"""As the plugin tells of a string: its type alone."""


def named(label: str, labels: tuple[str, ...] = (), /, **properties: PropertyFacts) -> str | None:
    found = detected_names(Group(label, 50, properties), labels)
    return found[0] if found else None


SHAPES: list[tuple[str, dict[str, PropertyFacts], str]] = [
    # Northwind
    ("Product", {"productID": DIGITS, "productName": WORDS, "unitPrice": NUMBER}, "productName"),
    ("Category", {"categoryID": DIGITS, "categoryName": WORDS, "description": WORDS}, "categoryName"),
    ("Supplier", {"city": WORDS, "address": WORDS, "companyName": WORDS, "contactName": WORDS}, "companyName"),
    ("Customer", {"customerID": WORDS, "contactName": WORDS, "companyName": WORDS, "fax": DIGITS}, "companyName"),
    ("Order", {"freight": DIGITS, "orderID": DIGITS, "shipName": FEW, "shipCity": FEW, "orderDate": DIGITS}, "orderID"),
    ("Employee", {"title": FEW, "firstName": WORDS, "lastName": WORDS, "city": FEW, "employeeID": DIGITS}, "lastName"),
    # network management
    ("Interface", {"ip": DIGITS}, "ip"),
    ("Port", {"port": NUMBER}, "port"),
    ("Process", {"name": FEW, "pid": NUMBER, "startTime": NUMBER}, "name"),
    ("Type", {"name": WORDS, "type": WORDS, "id": NUMBER}, "name"),
    # films, art, soccer
    ("Movie", {"title": WORDS, "tagline": WORDS, "released": NUMBER}, "title"),
    ("Player", {"name": WORDS, "nicknames": PropertyFacts(("LIST",)), "place_of_birth": WORDS}, "name"),
    # a hospital, a supply chain, a court, a power grid
    ("Patient", {"recordNumber": WORDS, "name": WORDS, "bloodType": FEW, "birthDate": DIGITS}, "name"),
    ("Part", {"sku": WORDS, "description": WORDS, "leadTimeDays": NUMBER}, "description"),
    ("Part", {"sku": WORDS, "description": PropertyFacts(("STRING",), 1.0, 1.0, 80.0, 1.0)}, "sku"),
    ("Shipment", {"status": FEW, "trackingNumber": WORDS, "shippedOn": DIGITS}, "trackingNumber"),
    ("LawFirm", {"city": WORDS, "firmName": WORDS}, "firmName"),
    ("Lawyer", {"barNumber": WORDS, "fullName": WORDS}, "fullName"),
    ("Substation", {"assetCode": WORDS, "label": WORDS}, "label"),
    ("PowerPlant", {"fuel": FEW, "plantName": WORDS}, "plantName"),
    # claims, visits, licences: what is said of them is no name, however many of them differ in it
    ("Claim", {"claimNumber": WORDS, "reason": WORDS, "amount": NUMBER}, "claimNumber"),
    ("Visit", {"diagnosis": WORDS, "visitCode": WORDS}, "visitCode"),
    ("Licence", {"purpose": WORDS, "licenceNo": WORDS, "holder": FEW}, "licenceNo"),
    ("Reason", {"reason": WORDS, "weight": NUMBER}, "reason"),
    # others
    ("Post", {"postId": NUMBER, "text": WORDS, "createdAt": DIGITS}, "text"),
    ("Post", {"postId": NUMBER, "text": PropertyFacts(("STRING",), 1.0, 1.0, 80.0, 1.0)}, "postId"),
    ("Article", {"articleId": DIGITS, "headline": WORDS}, "headline"),
    ("User", {"email": WORDS, "username": WORDS}, "username"),
    ("Account", {"email": WORDS, "phone": DIGITS}, "email"),
    ("Song", {"id": DIGITS, "song_title": WORDS}, "song_title"),
    ("Book", {"isbn": DIGITS, "blurb": WORDS}, "blurb"),
    ("Event", {"event_id": WORDS, "contractTitle": WORDS, "jobTitle": WORDS}, "event_id"),
]  # fmt: skip


@pytest.mark.parametrize(("label", "properties", "name"), SHAPES)
def test_what_people_say_names_nodes(label: str, properties: dict[str, PropertyFacts], name: str) -> None:
    assert named(label, **properties) == name


@pytest.mark.parametrize(
    ("label", "properties", "name"),
    [
        shape
        for shape in SHAPES
        if shape[2].lower().endswith(("name", "label", "orderid"))
        and shape[0] not in ("User", "Employee")  # whether most share a title is only seen by looking into it
    ],
)
def test_types_alone_are_enough_where_a_property_is_called_as_a_name(
    label: str, properties: Mapping[str, PropertyFacts], name: str
) -> None:
    unseen = {key: UNSEEN if "STRING" in facts.types else facts for key, facts in properties.items()}
    assert named(label, **unseen) == name


def test_the_name_of_something_else_is_none() -> None:
    properties = {"customerName": WORDS, "orderNumber": WORDS}
    assert named("Order", ("Order", "Customer"), **properties) == "orderNumber"
    assert named("Order", ("Order",), **properties) == "customerName"


PROPERTIES = st.dictionaries(
    st.sampled_from(
        (
            "title", "label", "id", "code", "key", "city", "address", "phone", "email", "status", "thingID",
            "otherName", "contactName", "fileName", "createdAt", "url", "headline", "motto", "size",
            "firstName", "lastName", "description", "text",
        )
    ),
    st.sampled_from([WORDS, DIGITS, FEW, NUMBER, UNSEEN, PropertyFacts(("STRING",), 0.2, 1.0, 9.0, 1.0)]),
)  # fmt: skip


@given(PROPERTIES, st.randoms(use_true_random=False))
def test_the_order_of_properties_does_not_matter(
    properties: dict[str, PropertyFacts], random: object
) -> None:
    shuffled = list(properties.items())
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert named("Thing", **dict(shuffled)) == named("Thing", **properties)


@given(PROPERTIES)
def test_what_is_called_name_or_thing_name_wins(properties: dict[str, PropertyFacts]) -> None:
    assert named("Thing", **properties, name=WORDS) == "name"
    without = {key: facts for key, facts in properties.items() if key not in ("title", "label")}
    assert named("Thing", **without, thingName=WORDS) == "thingName"


@given(PROPERTIES)
def test_what_says_something_of_a_node_is_last(properties: dict[str, PropertyFacts]) -> None:
    before = named("Thing", **{**properties, "motto": WORDS})
    assert before not in ("city", "address", "email", "status")


def test_letters() -> None:
    assert letters_of(["10250", "32.38", "(171) 555-7788"]) == 0
    assert letters_of(["Chai", "日本", "A-1", ""]) == 0.5


def test_a_description_that_names_some_describes_others() -> None:
    schema = Schema(
        (
            Group("Part", 9, {"sku": WORDS, "description": WORDS}),
            Group("Category", 3, {"name": WORDS, "description": WORDS}),
        ),
        (),
    )
    plan = detect(schema, ProjectionRequest())
    assert plan.name_properties["Part"][0] == "description"
    assert plan.text_properties == ("description",)


def test_doubts_are_told_with_what_settles_them() -> None:
    rows = [
        ("a", ["Zone"], {"ip": "10.1"}),
        ("b", ["Zone"], {"ip": "10.2"}),
        ("c", ["Town"], {"name": "Lea"}),
    ]
    nameless = [
        ("d", ["Thing"], {"size": 1}),
        ("e", ["Thing"], {"name": "Box"}),
        ("f", ["Thing"], {"size": 2}),
    ]
    projection = from_rows([*rows, *nameless], name_properties=("name", "ip"))
    doubts = name_doubts(projection, {})
    assert NameDoubt("Zone", "ip") in doubts and all(doubt.label != "Town" for doubt in doubts)
    assert name_doubts(projection, {"configuration": {"nameProperty": ["ip"]}}) == ()
    settled = name_doubts(projection, {"configuration": {"nameProperty": {"Zone": "ip"}}})
    assert NameDoubt("Zone", "ip") not in settled
    assert str(NameDoubt("Thing", None)) == "most nodes of 'Thing' have no name"
    assert "--name-property Zone=PROPERTY" in option_that_settles(NameDoubt("Zone", "ip"), "net")
