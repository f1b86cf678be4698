"""Transport of JSON-RPC messages over stdio or TCP, and detection of a client that has exited."""
