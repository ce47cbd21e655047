"""The Cypher statements that Motif runs: one file each, loaded by name and checked when loaded.

>>> template("database_info").parameters
()
"""

from motif_cypher.templates import Template, TemplateError, names, quote, template, union_all

__all__ = ["Template", "TemplateError", "names", "quote", "template", "union_all"]
