"""Calls that only Windows has. The modules can be imported on Windows only; `base.local_sockets` chooses them."""
