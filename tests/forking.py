"""Child processes that begin where the imports are done already.

They are forked by a server of their own, since a fork of a process of many threads hangs; one spawned imports for more
than a second before it does what a test waits for, and several that shall work at once do not begin at once.
"""

from __future__ import annotations

import multiprocessing

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["motif.knowledge_graph", "motif.catalog", "motif.service.worker"])
