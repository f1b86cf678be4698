"""Conversion between URIs and paths or pack ids. No file is accessed.

Clients spell a file's URI in many ways (`%3A` or `:`, `%c3` or `%C3`, unescaped spaces, a lower-case or upper-case
drive letter), so paths are compared instead of URIs. `document_names` converts URIs to workspace paths.
"""

import ntpath
import posixpath
import re
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from urllib.parse import quote, unquote, urlsplit

from ctx_lsp.base.system import PLATFORM, stored_name
from ctx_lsp.text.disk_files import PATH_END

# Schemes of buffers that have not been saved yet: VS Code's and that of LSP for Sublime Text. All other schemes except
# `file:` show other content (an older revision, a log, a setting), often under a real file's path. Accepting them would
# replace the file's text with an older one.
UNSAVED_SCHEMES = frozenset({"untitled", "buffer"})

PACK_SCHEME = "ctx-lsp-pack"  # URIs of packs that the server provides as documents

_PACK = re.compile(rf"{PACK_SCHEME}:/*([^/]+)\.md")
_DRIVE = re.compile(r"/+[A-Za-z]:(?=/|$)")


def uri_to_path(uri: str) -> Path | None:
    """Return the absolute path of a `file:` URI, with `..` resolved lexically; None for other or invalid URIs."""
    named = named_path(uri)
    return None if named is None else Path(named.as_posix())


def named_path(uri: str, platform: str = PLATFORM) -> PurePath | None:
    """Return the path of a `file:` URI in the form used on `platform`; None for other or invalid URIs.

    On Windows, the drive letter is capitalised (`/c%3A/x` and `/C:/x` are the same file), and a URI with a host becomes
    a UNC path. On macOS, accented letters are composed (NFC), as in the names of indexed files.
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
    """Return the `file:` URI of an absolute path."""
    return path.as_uri()


def child_uri(folder: str, relative: str) -> str:
    """Return the URI of the path `relative` below the URI `folder`, keeping the spelling of `folder`."""
    return f"{folder.rstrip('/')}/{quote(relative)}" if relative else folder


def unsaved_path(uri: str) -> str | None:
    """Return the workspace path (`untitled://Untitled-1`) for the URI of an unsaved buffer, or None for any other URI.

    The empty segment between the two slashes distinguishes this path from the paths of files.
    """
    scheme, separator, rest = uri.partition(":")
    name = unquote(re.split(r"[?#]", rest, maxsplit=1)[0])
    if not separator or scheme.lower() not in UNSAVED_SCHEMES or not name.strip("/") or "\0" in name:
        return None
    return f"{scheme.lower()}://{_without_separator(name)}"


def pack_uri(pack_id: str) -> str:
    """Return the URI of a pack's document."""
    return f"{PACK_SCHEME}:/{pack_id}.md"


def pack_of_uri(uri: str) -> str | None:
    """Return the pack id from the URI of a pack's document, or None for any other URI."""
    match = _PACK.fullmatch(uri)
    return match[1] if match else None


def loose_path(file: PurePath) -> str:
    """Return the workspace path of a document outside every root. Unlike paths inside a root, this path is absolute."""
    return f"/{_without_separator(file.as_posix().lstrip('/'))}"


def _without_separator(name: str) -> str:
    """Escape each `::` and a trailing `:` in a path, because a symbol's id uses `::` to mark the end of its path."""
    plain = name.replace(PATH_END, "%3A%3A")
    return f"{plain[:-1]}%3A" if plain.endswith(PATH_END[0]) else plain
