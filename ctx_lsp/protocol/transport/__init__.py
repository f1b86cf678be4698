"""Transport: framed JSON-RPC over stdio or TCP, and the end of the process."""
