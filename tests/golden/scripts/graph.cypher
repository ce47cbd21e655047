CREATE (tokyo:`Städte und Orte` {name: '東京都'}), (japan:Land {name: '日本'}), (zurich:`Städte und Orte` {name: 'Zürich'}),
       (fire:Land {name: '🔥𝔐otif'}), (nameless:Land {population: 3}),
       (tokyo)-[:`liegt in`]->(japan), (zurich)-[:`it``s ``quoted```]->(fire), (nameless)-[:`liegt in`]->(japan);
