"""`ctx-lsp.cache`: what is in the cache folder, and making it smaller."""

from concurrent.futures import Future

from ctx_lsp.analysis import cache_info, clear_cache, prune_cache
from ctx_lsp.protocol import messages
from ctx_lsp.protocol.routes import Call
from ctx_lsp.protocol.session import Session
from ctx_lsp.protocol.shapes import shape


def capture_nothing(_: Session, __: messages.CacheParams) -> "Future[None]":
    """The cache belongs to no revision."""
    done: Future[None] = Future()
    done.set_result(None)
    return done


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
