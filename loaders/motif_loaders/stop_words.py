"""English words that name nothing: they begin no name, and no noun phrase holds them."""

from __future__ import annotations

_FUNCTION = """
    a about above across after again against ago all almost alone along already also although always am among an and
    another any anybody anyone anything are around as at away back be became because become becomes been before began
    behind being below between both but by came can cannot could did do does doing done down during each either else
    enough even ever every everybody everyone everything except few first following for former from further gave get
    gets give given gives go goes going got had has have having he hence her here hers herself him himself his how
    however i if in indeed inside instead into is it its itself just kept known last later least less let like made
    make makes many may maybe me might mine more moreover most much must my myself near nearly neither never
    nevertheless next no nobody none nor not nothing now of off often on once one only onto or other others otherwise
    our ours out outside over own per perhaps quite rather really said same say says second see seen several shall she
    should since so some somebody someone something sometimes soon still such take taken than that the their theirs
    them themselves then there thereby therefore these they thing things third this those though three through
    throughout thus to today together too toward towards two under unless unlike until up upon us use used uses using
    usually very via was way we well went were what whatever when whenever where whereas wherever whether which while
    who whoever whom whose why will with within without would yes yet you your yours yourself dear please note
    additionally furthermore meanwhile finally originally initially eventually currently recently
    specifically generally typically especially subsequently previously similarly according despite due
"""
_TIMES = """
    january february march april may june july august september october november december jan feb mar apr jun jul aug
    sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday
"""

STOP_WORDS = frozenset(_FUNCTION.split())
TIME_WORDS = frozenset(_TIMES.split())
"""Months and days: parts of dates, not names by themselves."""
