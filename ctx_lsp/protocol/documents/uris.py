"""URIs and what they name: `file:` URIs ↔ paths, and the buffers that have no file yet. Pure; no file is looked at.

Clients spell one file's URI in many ways (`%3A` or `:`, `%c3` or `%C3`, spaces as they are, a small or a capital drive
letter), so URIs are never compared: what they name is. Where documents stand in the workspace is in `document_names`.
"""

import ntpath
import posixpath
import re
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from urllib.parse import quote, unquote, urlsplit

from ctx_lsp.base.system import PLATFORM
from ctx_lsp.text.disk import stored_name

# Schemes of buffers that a user types into before they have a file: VS Code's and, for Sublime Text, LSP's. All others
# but `file:` show what is somewhere else (an older revision, a log, a setting), often under a real file's path: taking
# those in would lay old text over the file.
UNSAVED_SCHEMES = frozenset({"untitled", "buffer"})

PACK_SCHEME = "ctx-lsp-pack"  # of packs as documents, which the server itself makes

_PACK = re.compile(rf"{PACK_SCHEME}:/*([^/]+)\.md")
_DRIVE = re.compile(r"/+[A-Za-z]:(?=/|$)")


def uri_to_path(uri: str) -> Path | None:
    """The absolute path that a `file:` URI names, `..` resolved textually; None for other schemes and nonsense."""
    named = named_path(uri)
    return None if named is None else Path(named.as_posix())


def named_path(uri: str, platform: str = PLATFORM) -> PurePath | None:
    """`uri_to_path` as on `platform`.

    On Windows, `/c%3A/x` and `/C:/x` are one file: the drive letter is made a capital. A host is a server that shares
    files. On macOS, letters are composed, as they are in the names of files that were found.
    """
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    path = unquote(parts.path)
    if parts.scheme.lower() != "file" or "\0" in path:
        return None
    path = stored_name(path, platform)
    drive = _DRIVE.match(path) if platform == "win32" else None
    if drive:
        path = f"{drive[0].lstrip('/').upper()}/{path[drive.end() :]}"
    elif parts.netloc.lower() not in ("", "localhost"):
        path = f"//{unquote(parts.netloc)}{path}"
    elif not path.startswith("/"):
        return None
    if platform == "win32":
        return PureWindowsPath(ntpath.normpath(path))
    return PurePosixPath(posixpath.normpath(path))


def path_to_uri(path: PurePath) -> str:
    """The `file:` URI of an absolute path."""
    return path.as_uri()


def child_uri(folder: str, relative: str) -> str:
    """The URI of what lies at the path `relative` below a folder, whose URI is left as the client spelt it."""
    return f"{folder.rstrip('/')}/{quote(relative)}" if relative else folder


def unsaved_path(uri: str) -> str | None:
    """The workspace path of a buffer that has no file yet (`untitled://Untitled-1`); None for all other URIs.

    The empty part in it keeps it apart from the paths of files.
    """
    scheme, separator, rest = uri.partition(":")
    name = unquote(re.split(r"[?#]", rest, maxsplit=1)[0])
    if not separator or scheme.lower() not in UNSAVED_SCHEMES or not name.strip("/") or "\0" in name:
        return None
    return f"{scheme.lower()}://{name}"


def pack_uri(pack_id: str) -> str:
    """The URI of a pack as a document."""
    return f"{PACK_SCHEME}:/{pack_id}.md"


def pack_of_uri(uri: str) -> str | None:
    """The id of the pack that a URI names; None for all other URIs."""
    match = _PACK.fullmatch(uri)
    return match[1] if match else None


def loose_path(file: PurePath) -> str:
    """The workspace path of a document outside every root: absolute, so no path of a file in a root is the same."""
    return f"/{file.as_posix().lstrip('/')}"
