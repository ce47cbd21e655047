CREATE (a:Thing {name: 'a'}), (b:Thing {name: 'b'}), (c:Thing {name: 'c'}), (d:Thing {name: 'd'}),
       (a)-[:R]->(b), (a)-[:R]->(b), (b)-[:S]->(c), (c)-[:T]->(a), (d)-[:LOOP]->(d), (c)-[:R]->(d);
