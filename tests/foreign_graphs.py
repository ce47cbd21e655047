"""One small corpus as neo4j-graphrag, LangChain and the LLM graph builder leave it in a real Neo4j.

The first is built by neo4j-graphrag's own pipeline; the others are written in the form that LangChain's
``Neo4jGraph.add_graph_documents(…, include_source=True)`` and the LLM graph builder document. Nothing here is Motif's.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import neo4j
from neo4j_graphrag.components.kg_writer import Neo4jWriter
from neo4j_graphrag.components.text_splitters.base import TextSplitter
from neo4j_graphrag.components.types import Neo4jRelationship, TextChunk
from neo4j_graphrag.embeddings.base import Embedder
from neo4j_graphrag.experimental.pipeline.kg_builder import SimpleKGPipeline
from neo4j_graphrag.llm.base import LLMBase
from neo4j_graphrag.llm.types import LLMResponse

from fakes import HashEncoder


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk of the corpus, and what a model would find in it: entities (name, type, description) and relations."""

    text: str
    entities: tuple[tuple[str, str, str], ...]
    relations: tuple[tuple[str, str, str, str], ...]


PASSAGES = (
    Passage(
        "Ada Lovelace wrote the first program. It was meant for the Analytical Engine of Charles Babbage.",
        (
            ("Ada Lovelace", "Person", "A mathematician who wrote the first program."),
            ("Analytical Engine", "Machine", "A mechanical computer, never finished."),
            ("Charles Babbage", "Person", "The inventor of the Analytical Engine."),
        ),
        (
            ("Ada Lovelace", "WROTE_PROGRAM_FOR", "Analytical Engine", "Her notes hold a program for it."),
            ("Charles Babbage", "INVENTED", "Analytical Engine", "He designed it."),
            ("Ada Lovelace", "WORKED_WITH", "Charles Babbage", "They wrote letters for years."),
        ),
    ),
    Passage(
        "Charles Babbage built the Difference Engine before. The British government paid for the Difference Engine.",
        (
            ("Charles Babbage", "Person", "A professor at Cambridge."),
            ("Difference Engine", "Machine", "A calculator for tables."),
            ("British government", "Organization", "It paid for the machine."),
        ),
        (
            ("Charles Babbage", "INVENTED", "Difference Engine", "He built a part of it."),
            ("British government", "PAID_FOR", "Difference Engine", "It cost 17,000 pounds."),
            ("British government", "PAID", "Charles Babbage", "The money went to him."),
        ),
    ),
    Passage(
        "Luigi Menabrea described the Analytical Engine in French. Ada Lovelace translated what Luigi Menabrea wrote.",
        (
            ("Luigi Menabrea", "Person", "An engineer, later prime minister of Italy."),
            ("Analytical Engine", "Machine", "Described by Menabrea."),
            ("Ada Lovelace", "Person", "The translator."),
        ),
        (
            ("Luigi Menabrea", "DESCRIBED", "Analytical Engine", "In a paper of 1842."),
            ("Ada Lovelace", "TRANSLATED", "Luigi Menabrea", "With notes longer than the paper."),
        ),
    ),
)
"""Three chunks of one document; the entities of the first and the third share two nodes."""

TITLE = "engines.txt"


def build_with_graphrag(driver: neo4j.Driver, encoder: HashEncoder) -> None:
    """The corpus through neo4j-graphrag's `SimpleKGPipeline`, with a scripted model and ``encoder`` as its embedder."""
    pipeline = SimpleKGPipeline(
        llm=ReadingModel(),
        driver=driver,
        embedder=_PipelineEmbedder(encoder),
        schema="FREE",
        from_file=False,
        text_splitter=_OnePassageEach(),
        kg_writer=_WriterWithoutApoc(driver, neo4j_database="neo4j"),
        on_error="RAISE",
        perform_entity_resolution=False,
        neo4j_database="neo4j",
    )
    text = "\n\n".join(passage.text for passage in PASSAGES)
    asyncio.run(pipeline.run_async(text=text, file_path=TITLE))
    _merge_entities_of_one_name(driver)


class ReadingModel(LLMBase):
    """A model of neo4j-graphrag that finds in a prompt's passage what `PASSAGES` says is there."""

    def __init__(self) -> None:
        super().__init__("scripted")
        self.prompts: list[str] = []

    def invoke(self, input: Any, *rest: Any, **options: Any) -> LLMResponse:  # type: ignore[override]
        self.prompts.append(str(input))
        [passage] = [one for one in PASSAGES if one.text in str(input)]
        return LLMResponse(content=json.dumps(graph_of(passage)))

    async def ainvoke(self, input: Any, *rest: Any, **options: Any) -> LLMResponse:  # type: ignore[override]
        return self.invoke(input)


def graph_of(passage: Passage) -> dict[str, Any]:
    """The entities and relations of ``passage`` as neo4j-graphrag asks a model to write them."""
    places = {name: str(place) for place, (name, _, _) in enumerate(passage.entities)}
    return {
        "nodes": [
            {"id": places[name], "label": kind, "properties": {"name": name, "description": said}}
            for name, kind, said in passage.entities
        ],
        "relationships": [
            {
                "start_node_id": places[source],
                "end_node_id": places[target],
                "type": kind,
                "properties": {"description": said},
            }
            for source, kind, target, said in passage.relations
        ],
    }


class _PipelineEmbedder(Embedder):
    def __init__(self, encoder: HashEncoder) -> None:
        super().__init__()
        self._encoder = encoder

    def embed_query(self, text: str) -> list[float]:
        return [float(number) for number in self._encoder.encode([text])[0]]


class _OnePassageEach(TextSplitter):
    def iter_chunks(self, text: str) -> Iterator[TextChunk]:
        for index, part in enumerate(text.split("\n\n")):
            yield TextChunk(text=part, index=index)


class _WriterWithoutApoc(Neo4jWriter):
    """The library's writer; relationships are merged by Cypher itself instead of by APOC, which the servers lack."""

    def _upsert_relationships(self, rels: list[Neo4jRelationship]) -> None:
        self.driver.execute_query(
            "UNWIND $rows AS row "
            "MATCH (a:__KGBuilder__ {__tmp_internal_id: row.start_node_id}), "
            "(b:__KGBuilder__ {__tmp_internal_id: row.end_node_id}) "
            "MERGE (a)-[r:$(row.type)]->(b) SET r += row.properties",
            rows=self._relationships_to_rows(rels),
            database_=self.neo4j_database,
        )


def _merge_entities_of_one_name(driver: neo4j.Driver) -> None:
    """What the pipeline's resolver does with APOC: entities of one label and name become one."""
    driver.execute_query(
        "MATCH (e:__Entity__) WITH e ORDER BY elementId(e) "
        "WITH e.name AS name, collect(e) AS same WHERE size(same) > 1 "
        "WITH head(same) AS kept, tail(same) AS others UNWIND others AS other "
        "CALL (kept, other) { MATCH (other)-[r]->(x) MERGE (kept)-[k:$(type(r))]->(x) SET k += properties(r) } "
        "CALL (kept, other) { MATCH (x)-[r]->(other) MERGE (x)-[k:$(type(r))]->(kept) SET k += properties(r) } "
        "DETACH DELETE other"
    )


def write_as_langchain(driver: neo4j.Driver, encoder: HashEncoder) -> None:
    """The corpus as ``add_graph_documents(…, baseEntityLabel=True, include_source=True)`` writes it.

    A `Document` is the chunk, an entity's ``id`` its name; ``embedding`` as ``Neo4jVector`` adds it.
    """
    for passage in PASSAGES:
        key = hashlib.md5(passage.text.encode(), usedforsecurity=False).hexdigest()
        driver.execute_query(
            "MERGE (d:Document {id: $key}) SET d.text = $text, d.source = $source, d.embedding = $vector "
            "WITH d UNWIND $entities AS row MERGE (e:__Entity__ {id: row.name}) SET e:$(row.kind) "
            "MERGE (d)-[:MENTIONS]->(e)",
            key=key,
            text=passage.text,
            source=TITLE,
            vector=_vector(encoder, passage.text),
            entities=_entities(passage),
        )
        _write_relations(driver, passage, key="id", described=False)


def write_as_graph_builder(driver: neo4j.Driver, encoder: HashEncoder) -> None:
    """The corpus as the LLM graph builder leaves it: chunks by hash, ``PART_OF``, ``FIRST_CHUNK``, ``HAS_ENTITY``."""
    before = None
    for position, passage in enumerate(PASSAGES, start=1):
        key = hashlib.sha1(passage.text.encode(), usedforsecurity=False).hexdigest()
        driver.execute_query(
            "MERGE (d:Document {fileName: $title}) "
            "SET d.fileSource = 'local file', d.status = 'Completed', d.model = 'a model' "
            "MERGE (c:Chunk {id: $key}) SET c.text = $text, c.position = $position, c.length = size($text), "
            "c.fileName = $title, c.content_offset = 0, c.embedding = $vector "
            "MERGE (c)-[:PART_OF]->(d) "
            "FOREACH (_ IN CASE WHEN $before IS NULL THEN [1] ELSE [] END | MERGE (d)-[:FIRST_CHUNK]->(c)) "
            "WITH c OPTIONAL MATCH (b:Chunk {id: $before}) "
            "FOREACH (_ IN CASE WHEN b IS NULL THEN [] ELSE [1] END | MERGE (b)-[:NEXT_CHUNK]->(c)) "
            "WITH c UNWIND $entities AS row MERGE (e:__Entity__ {id: row.name}) "
            "SET e:$(row.kind), e.description = row.said MERGE (c)-[:HAS_ENTITY]->(e)",
            title=TITLE,
            key=key,
            text=passage.text,
            position=position,
            before=before,
            vector=_vector(encoder, passage.text),
            entities=_entities(passage),
        )
        before = key
        _write_relations(driver, passage, key="id", described=True)


def _write_relations(driver: neo4j.Driver, passage: Passage, *, key: str, described: bool) -> None:
    driver.execute_query(
        "UNWIND $relations AS row MATCH (a:__Entity__), (b:__Entity__) "
        "WHERE a[$key] = row.source AND b[$key] = row.target "
        "MERGE (a)-[r:$(row.kind)]->(b) SET r.description = row.said",
        key=key,
        relations=[
            {"source": source, "kind": kind, "target": target, "said": said if described else None}
            for source, kind, target, said in passage.relations
        ],
    )


def _entities(passage: Passage) -> list[Mapping[str, str]]:
    return [{"name": name, "kind": kind, "said": said} for name, kind, said in passage.entities]


def _vector(encoder: HashEncoder, text: str) -> list[float]:
    return [float(number) for number in encoder.encode([text])[0]]
