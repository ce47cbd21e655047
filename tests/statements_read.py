"""Statements as language models write them, over the graph of `random_meanings`, and what they are read as."""

from __future__ import annotations

from collections.abc import Mapping

READ: Mapping[str, str] = {
    "MATCH (b:Bridge) WHERE b.built > 1901 RETURN b.name": "the bridge (built > 1901)",
    "MATCH (b:Bridge {name: 'old span'}) RETURN b.built": "built of bridge (name is old span)",
    "MATCH (p:Person)-[:BUILT]->(b:Bridge) RETURN DISTINCT p.name": "the person (built → bridge)",
    "MATCH (b:Bridge)<-[r:BUILT]-(p:Person) WHERE r.fee >= 20 RETURN b.name, r.fee": (
        "the bridge (built [fee >= 20] ← person) with person fee"
    ),
    "MATCH (p:Person)-[:BUILT]->(b:Bridge)-[:IN]->(t:Town {name: 'Velden'}) RETURN p.name": (
        "the person (built → bridge (in → town (name is Velden)))"
    ),
    "MATCH (b:Bridge) WHERE b.built >= 1900 AND b.built < 1930 OR b.height = 30 RETURN b.name": (
        "the bridge (built >= 1900 and built < 1930 or height is 30)"
    ),
    "MATCH (b:Bridge) WHERE 1900 <= b.built < 1930 RETURN b.name": "the bridge (built >= 1900; built < 1930)",
    "MATCH (b:Bridge) WHERE NOT b.built = 1932 RETURN b.name": "the bridge (built is not 1932)",
    "MATCH (b:Bridge) WHERE NOT (b.built > 1901 OR b.name CONTAINS 'z') RETURN b.name": (
        "the bridge (built <= 1901 and name known and not name contains z)"
    ),
    "MATCH (p:Person) WHERE NOT p.trade IS NULL AND NOT p.age < 40 RETURN p.name": (
        "the person (trade known; age >= 40)"
    ),
    "MATCH (b:Bridge) WHERE b.height IS NULL RETURN b.name": "the bridge (height unknown)",
    "MATCH (b:Bridge) WHERE b.isOpen RETURN b.name": "the bridge (is open is True)",
    "MATCH (b:Bridge) WHERE toLower(b.name) CONTAINS 'span' RETURN b.name": "the bridge (name contains span)",
    "MATCH (b:Bridge) WHERE b.name STARTS WITH 'O' RETURN b.name": "the bridge (name begins with O)",
    "MATCH (b:Bridge) WHERE b.name =~ '(?i).*gate' RETURN b.name": "the bridge (name ends with gate)",
    "MATCH (b:Bridge) WHERE 'stone' IN b.tags RETURN b.name": "the bridge (tags has stone)",
    "MATCH (b:Bridge) WHERE b.built IN [1901, 1950] RETURN b.name": (
        "the bridge (built is 1901 or built is 1950)"
    ),
    "MATCH (b:Bridge) WHERE size(b.tags) > 1 RETURN b.name": "the bridge (length of tags > 1)",
    "MATCH (b:Bridge) WHERE NOT (b)<-[:BUILT]-(:Person) RETURN b.name": "the bridge (not built ← person)",
    "MATCH (p:Person) WHERE EXISTS { MATCH (p)-[:KNOWS]->(q:Person) WHERE q.age > 40 } RETURN p.name": (
        "the person (knows → person (age > 40))"
    ),
    "MATCH (p:Person) WHERE COUNT { (p)-[:BUILT]->(:Bridge) } > 1 RETURN p.name": (
        "the person (built → > 1 bridge)"
    ),
    "MATCH (p:Person)-[:BUILT]->(b:Bridge) WITH p, count(DISTINCT b) AS n WHERE n > 1 RETURN p.name": (
        "the person (built → bridge), count of bridge > 1"
    ),
    "MATCH (p:Person)-[:BUILT]->(b:Bridge) RETURN p.name, count(DISTINCT b) AS n": (
        "the person (built → bridge) with count of bridge"
    ),
    "MATCH (p:Person) OPTIONAL MATCH (p)-[:BUILT]->(b:Bridge) RETURN p.name, count(DISTINCT b)": (
        "the person (built → bridge (or none)) with count of bridge"
    ),
    "MATCH (b:Bridge) RETURN count(b)": "count of bridge",
    "MATCH (b:Bridge) RETURN count(*) AS n": "count of bridge",
    "MATCH (b:Bridge) RETURN avg(b.height), max(b.built)": "average of height, max of built of bridge",
    "MATCH (:Person)-[r:BUILT]->(b:Bridge {name: 'Old Span'}) RETURN max(r.fee)": (
        "max of bridge fee of person (built → bridge (name is Old Span))"
    ),
    "MATCH (b:Bridge) WHERE b.built IS NOT NULL RETURN b.name ORDER BY b.built DESC LIMIT 2": (
        "the bridge (built known), by built downwards, the first 2"
    ),
    "MATCH (b:Bridge)<-[:BUILT]-(p:Person) RETURN b.name, p.name ORDER BY p.name": (
        "the bridge (built ← person) with person, by person"
    ),
    "MATCH (p:Person), (p)-[:IN]->(t:Town) RETURN t.name": "the town (in ← person)",
    "MATCH (p:Person)-[:KNOWS]-(q:Person) WHERE p.age > q.age RETURN p.name, q.name": (
        "the person (age > that of another; knows – person) with person"
    ),
    "MATCH (a:Person)-[:BUILT]->(b:Bridge)<-[:BUILT]-(c:Person) WHERE a <> c RETURN DISTINCT a.name": (
        "the person (another; built → bridge (built ← person))"
    ),
    "MATCH (b:Bridge {name: 'Old Span'})-[:IN]->(t:Town)<-[:IN]-(c:Bridge) RETURN c.name": (
        "the bridge (in → town (in ← bridge (name is Old Span; another)))"
    ),
    "MATCH (b:Bridge {name: 'Old Span'})-[:IN]->(t:Town) MATCH (t)<-[:IN]-(c:Bridge) RETURN c.name": (
        "the bridge (in → town (in ← bridge (name is Old Span)))"
    ),
    "MATCH (b:Bridge) WHERE b.opened.year = 1932 RETURN b.name": "the bridge (year of opened is 1932)",
    "MATCH (b:Bridge) WHERE b.opened.month < 6 RETURN b.name, b.opened.year": (
        "the bridge (month of year of opened < 6) with year of opened"
    ),
    "MATCH (b:Bridge {name: 'Old Span'}) RETURN count(b) > 0": "whether there is bridge (name is Old Span)",
    "RETURN EXISTS { (:Person {name: 'Bo'})-[:KNOWS]->(:Person {name: 'Ada'}) }": (
        "whether there is person (name is Bo; knows → person (name is Ada))"
    ),
    "RETURN EXISTS { MATCH (p:Person)-[r:BUILT]->(b:Bridge) WHERE r.fee > 25 AND b.built > 1901 }": (
        "whether there is person (built [fee > 25] → bridge (built > 1901))"
    ),
    "MATCH (a:Bridge {name: 'Old Span'}), (b:Bridge {name: 'Iron Gate'}) RETURN a.height > b.height": (
        "exceeds height: bridge (name is Old Span) and bridge (name is Iron Gate)"
    ),
    "MATCH (a:Bridge {name: 'New Span'}) MATCH (b:Bridge {name: 'Iron Gate'}) RETURN a.built = b.built AS same": (
        "same built: bridge (name is New Span) and bridge (name is Iron Gate)"
    ),
}
"""What the real server answers alike."""

MENDED: Mapping[str, str] = {
    "MATCH (b:bridges) RETURN b.NAME": "MATCH (b:Bridge) RETURN b.name",
    "MATCH (b:Bridge)-[:Built]->(p:Person) RETURN p.name": "MATCH (b:Bridge)<-[:BUILT]-(p:Person) RETURN p.name",
    "MATCH (p:Person)-[:BUILT]->(b:Bridge) WHERE b.fee > 10 RETURN b.name": (
        "MATCH (p:Person)-[r:BUILT]->(b:Bridge) WHERE r.fee > 10 RETURN b.name"
    ),
    "MATCH (p:Person)-[:BUILT]->(b) WHERE b.Heigth > 20 RETURN b.name": (
        "MATCH (p:Person)-[:BUILT]->(b) WHERE b.height > 20 RETURN b.name"
    ),
}
"""What the graph has not, and what it is read as."""

REFUSED: Mapping[str, str] = {
    "MATCH (a:Bridge {name: 'Old Span'}), (b:Bridge {name: 'ford'}) RETURN a.height >= b.height": "by =, < or >",
    "MATCH (a:Bridge {name: 'Old Span'}), (b:Bridge {name: 'ford'}) RETURN a.height > b.built": "one property",
    "MATCH (b:Bridge) RETURN b.opened.day": "of a day its year and month",
    "CREATE (n)": "it writes",
    "MATCH (b:Bridge) RETURN *": "RETURN *",
    "MATCH (s:Spaceship) RETURN s": "no label 'Spaceship'",
    "MATCH (b:Bridge) WHERE b.owner = 'x' RETURN b": "Bridge has no property 'owner'",
    "MATCH (p:Person)-[:MARRIED]->(q) RETURN q": "no relationship type 'MARRIED'",
    "MATCH (a:Person), (b:Bridge) RETURN a, b": "write one connected pattern",
    "MATCH (a:Person)-[:KNOWS*1..3]->(b) RETURN b": "changing length",
    "MATCH (b:Bridge) RETURN b.name UNION MATCH (t:Town) RETURN t.name": "UNION cannot be read",
    "MATCH (b:Bridge) WITH b LIMIT 1 MATCH (b)-[:IN]->(t) RETURN t": "write one MATCH",
    "UNWIND [1] AS x RETURN x": "UNWIND cannot be read",
    "MATCH (b:Bridge) RETURN b.built + 1": "cannot be read",
    "MATCH (b:Bridge) RETURN type(b)": "type() cannot be read",
    "MATCH (b:Bridge) WHERE x.built = 1 RETURN b": "Nothing is called 'x'",
    "MATCH (b:Bridge) WHERE b.name =~ '(a|b)+' RETURN b": "regular expression",
    "MATCH p = shortestPath((a:Person)-[:KNOWS]->(b:Person)) RETURN a": "cannot be read",
    "MATCH (b:Bridge) RETURN 1": "does not depend on the graph",
    "MATCH (b:Bridge": "never closed",
    "MATCH (b:Bridge)": "ends too early",
}
"""What is not read, and words of why."""
