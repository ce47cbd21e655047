CREATE (heat:Movie {title: 'Heat', released: 1995}), (collateral:Movie {title: 'Collateral', released: 2004}),
       (insider:Movie {title: 'The Insider', released: 1999}), (godfather:Movie {title: 'The Godfather', released: 1972}),
       (mann:Person {name: 'Michael Mann'}), (pacino:Person {name: 'Al Pacino'}), (deniro:Person {name: 'Robert De Niro'}),
       (cruise:Person {name: 'Tom Cruise'}), (coppola:Person {name: 'Francis Ford Coppola'}),
       (mann)-[:DIRECTED]->(heat), (mann)-[:DIRECTED]->(collateral), (mann)-[:DIRECTED]->(insider),
       (mann)-[:PRODUCED]->(collateral), (coppola)-[:DIRECTED]->(godfather),
       (pacino)-[:ACTED_IN {roles: ['Vincent Hanna']}]->(heat), (deniro)-[:ACTED_IN]->(heat),
       (pacino)-[:ACTED_IN]->(insider), (pacino)-[:ACTED_IN]->(godfather), (cruise)-[:ACTED_IN]->(collateral);
