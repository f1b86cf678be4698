"""`ctx-lsp.cache`: what is in the cache folder, and making it smaller."""

from ctx_lsp.protocol import messages
from ctx_lsp.protocol.routes import Call
from ctx_lsp.protocol.shapes import shape
from ctx_lsp.workspace import cache_info, clear_cache, prune_cache


def cache(call: Call[None], params: messages.CacheParams) -> object:
    """`ctx-lsp.cache`: sizes before and after, and the stores that are there then."""
    settings = call.settings.cache
    before = cache_info(settings).bytes
    if params.action == "prune":
        prune_cache(settings)
    elif params.action == "clear":
        clear_cache(settings)
    now = cache_info(settings)
    return shape(now) | {"action": params.action, "before": before, "after": now.bytes}
