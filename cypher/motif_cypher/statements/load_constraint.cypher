// name: load_constraint
// One node per value of a key: the constraint, with its index, that makes loading twice harmless.
// identifier label: the key's label
// identifier property: the key's property
CREATE CONSTRAINT IF NOT EXISTS FOR (n:{{label}}) REQUIRE n.{{property}} IS UNIQUE
