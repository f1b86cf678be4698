"""Adds the commits that changed the packed code to packs about changes since a Git revision."""

from collections.abc import Callable
from dataclasses import replace

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.model import BadRequest
from ctx_lsp.packing.commits import room_for_commits, with_commits
from ctx_lsp.packing.model import ChangeSubject, Pack, PackRequest, QuestionSubject
from ctx_lsp.workspace.past.queries import Past

HERE = "HEAD"  # the default of a change; no commit comes after it


def pack_naming_commits(
    past: Past, request: PackRequest, make: Callable[[PackRequest], Pack], token: CancelToken
) -> Pack:
    """Make the pack for a request; if the request names a Git revision, add the commits since that revision.

    Raises `BadRequest`, `Cancelled`.
    """
    revision, options = _revision_of(request), request.options
    if not revision:
        return make(request)
    smaller = replace(options, max_tokens=options.max_tokens - room_for_commits(options))
    pack = make(replace(request, options=smaller))
    symbols = [one.item.symbol for one in pack.items if one.item.symbol]
    try:
        found = past.commits_of(symbols, revision, token)
    except BadRequest:  # the code that is shown is in another folder than the revision
        found = {}
    return with_commits(pack, {symbol: commits for symbol, commits in found.items() if commits}, options)


def _revision_of(request: PackRequest) -> str:
    """Return the Git revision after which a pack names commits, or "". Searches beyond the workspace have none."""
    subject, since = request.subject, request.options.filter.since
    if isinstance(subject, QuestionSubject) and subject.scope != "workspace":
        return ""
    if isinstance(subject, ChangeSubject) and subject.diff is None and subject.base != HERE:
        return since or subject.base
    return since
