// name: show_web_addresses
// Where the server's web pages are: its HTTP and HTTPS connectors, a setting a row.
SHOW SETTINGS YIELD name, value
WHERE name IN ['server.http.enabled', 'server.http.advertised_address', 'server.https.enabled', 'server.https.advertised_address']
RETURN name, value
