"""Transport of JSON-RPC messages over stdio or TCP, and detection of the client's end."""
