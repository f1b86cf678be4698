"""Transport: framed JSON-RPC over stdio or TCP, and the exit of the process."""
