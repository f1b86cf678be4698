"""Claims in words, for readers who judge them: what a document says, and nothing of the verdict."""

from collections.abc import Mapping
from typing import Any

_ABOUT_ONE = {
    "path": "the file or folder {subject} exists in this repository",
    "line": "the file and the line {subject} exist",
    "symbol": "this project has something named {subject}",
    "member": "{subject} exists: the part before its last separator has a member with the last name",
    "imports": "{subject} can be imported",
    "unused": "nothing uses {subject}",
    "command": "this project has the command {subject}",
    "environment": "code or configuration of this project reads the environment variable {subject}",
    "setting": "this project has the setting {subject}",
    "note": "{subject} is as the note says",
}
_ABOUT_TWO = {
    "line": "{subject} is defined at {object}",
    "symbol": "{subject} is in the file {object}",
    "member": "{object} has a member {subject}",
    "signature": "{subject} can be called with {object} (parameters, a default value, or the number of parameters)",
    "calls": "{subject} calls {object}",
    "inherits": "{subject} inherits from, or implements, {object}",
    "overrides": "{subject} overrides {object}",
    "raises": "{subject} raises {object}, by itself or through what it calls",
    "imports": "{subject} imports {object}, or {object} can be imported from it",
    "decorated": "{subject} has the decorator or annotation {object}",
    "route": "{subject} handles the route {object}",
    "constant": "the value of {subject} is {object}",
    "testedBy": "{subject} is tested by {object}",
}


def in_words(claim: Mapping[str, Any]) -> str:
    """Return what a document says, as a sentence for a reader."""
    subject, other = str(claim["subject"]), str(claim.get("object") or "")
    if claim["kind"] == "signature" and not other:
        other = "no arguments"
    form = (_ABOUT_TWO if other else _ABOUT_ONE)[claim["kind"]]
    return "The text says that " + form.format(subject=f"`{subject}`", object=f"`{other}`") + "."
