"""The graphs that the service has open, each with what was made of it for its questions."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from motif.catalog import Catalog
from motif.errors import GraphNotFound
from motif.knowledge_graph import Graph
from motif.knowledge_graph.letting_go import LETTING_GO

_MOST = 64


class OpenGraphs:
    """Graphs by database and name, the one that was asked last at the end.

    Parameters
    ----------
    make
        Gives the graph of a database and a name, its files not yet opened.
    """

    def __init__(self, catalog: Catalog, make: Callable[[str, str], Graph]) -> None:
        self._catalog, self._make = catalog, make
        self._graphs: OrderedDict[tuple[str, str], Graph] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._graphs)

    def get(self, database: str, name: str) -> Graph:
        """The graph of that name, opened if need be; raises `GraphNotFound`."""
        key = (database, name)
        try:
            self._catalog.open(database, name)
        except GraphNotFound:
            self.forget(database, name)  # dropped by another process
            raise
        with self._lock:
            if key not in self._graphs:
                self._graphs[key] = self._make(database, name)
            self._graphs.move_to_end(key)
            found = self._graphs[key]
            if len(self._graphs) > _MOST:
                self._graphs.popitem(last=False)
        return found

    def forget(self, database: str, name: str) -> None:
        """Lets go of a graph; who reads it still finishes."""
        with self._lock:
            self._graphs.pop((database, name), None)

    def let_go_oldest(self) -> bool:
        """Lets go of what was made of the graph that was not asked for longest; the next question opens it again.

        False where only one is open: it would be made again at once.
        """
        with self._lock:
            if len(self._graphs) < 2:
                return False
            (database, name), graph = self._graphs.popitem(last=False)
        LETTING_GO.of(graph)
        self._catalog.let_go(database, name)
        return True
