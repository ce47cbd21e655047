"""Numbers, dates and units of a text, and what they are compared by, for all planners but that of meanings."""
