"""The packages of the benchmark: those of the graph's oracle whose declarations a document would speak of."""

from collections.abc import Collection

from tests.graph_oracle.go_types import has_go
from tests.graph_oracle.javac import has_java
from tests.graph_oracle.packages import PACKAGES, Package

NAMES = (
    "click", "httpx", "rich", "docutils", "jinja2", "requests", "sqlparse", "werkzeug",
    "@tanstack/query-core", "bson", "chevrotain", "prosemirror-view", "@tiptap/core",
    "@grpc/grpc-js", "@reduxjs/toolkit",
    "golang-github-gorilla-mux-dev", "golang-github-spf13-pflag-dev", "golang-github-sirupsen-logrus-dev",
    "golang-github-gorilla-websocket-dev", "jsoup", "libcommons-codec-java",
)  # fmt: skip


def chosen(names: Collection[str], *, held_out: bool) -> list[Package]:
    """The packages with these names, or all of development, and the held-out ones on request."""
    unknown = set(names) - set(NAMES)
    if unknown:
        raise SystemExit(f"unknown: {', '.join(sorted(unknown))}")
    missing = {language for language, is_there in (("go", has_go()), ("java", has_java())) if not is_there}
    return [
        one
        for one in PACKAGES
        if one.name in (names or NAMES) and one.language not in missing and (held_out or not one.held_out)
    ]
