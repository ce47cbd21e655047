"""Named places at which tests stop a process dead, to see what is there afterwards.

`MOTIF_TEST_CRASH_AT` names one place and how often it is passed first, ``snapshot.synced`` or ``write.batch 2``: the
process kills itself there, as a power cut would. With ``full`` as the last word the place says that the disk is full.
Without the variable nothing happens, and it costs a comparison.
"""

from __future__ import annotations

import errno
import os
import signal

VARIABLE = "MOTIF_TEST_CRASH_AT"

POINTS = (
    "snapshot.array",  # the files of an epoch are being written
    "snapshot.synced",  # all files of the new epoch are on the disk, in a folder that nobody reads
    "snapshot.renamed",  # the folder has its name, and the former epoch is current
    "current.written",  # the new epoch is named in a file beside the one that counts
    "current.flipped",  # the new epoch is current, and the former one is still there
    "indexes.synced",  # an index is on the disk, in a folder that nobody reads
    "follow.part",  # a part of a file of another machine has come, and not the rest
    "follow.synced",  # all files of an epoch, an index or a lesson have come, in a folder that nobody reads
    "follow.placed",  # it has its name, and the former epoch is current
    "snapshot.removing",  # the former epoch is out of the way, and its files still there
    "drop.removing",  # a dropped graph is out of the way, and its files still there
    "durable.written",  # a file is written beside the one that it is to replace
    "learned.memory",  # what examples taught is kept, the examples are not yet
    "refresh.read",  # a graph was read again, nothing of it is kept yet
    "write.batch",  # a batch is in Neo4j, the next is not
    "embed.batch",  # a batch of texts is encoded and kept, the next is not
    "train.epoch",  # a round of training is done, nothing of it is kept
    "worker.part",  # a worker process has a part of its answer, and has not sent it
)
"""Every place there is."""

_words = os.environ.get(VARIABLE, "").split()
_passed = 0


def reached(point: str) -> None:
    """Ends the process, or fails with a full disk, where this is the place that `VARIABLE` names."""
    if not _words or _words[0] != point:
        return
    global _passed
    _passed += 1
    counts = [int(word) for word in _words if word.isdecimal()]
    if _passed < (counts or [1])[0]:
        return
    if _words[-1] == "full":
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    os.kill(os.getpid(), signal.SIGKILL)
