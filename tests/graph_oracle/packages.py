"""The packages for the compilers' indexers, and all versions. `fetch` gets them.

Half of each language's packages are held out: their single misses are not looked at during work on the resolution.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

Language = Literal["python", "typescript", "go", "java", "c", "cpp"]
LANGUAGES: tuple[Language, ...] = ("python", "typescript", "go", "java", "c", "cpp")

# What makes the oracle's index, and so part of the key that it is cached under.
INDEXERS: dict[
    Language, tuple[str, str]
] = {  # from npm; other languages have their own compiler asked, see `go_types`, `javac`, `clang_index`
    "python": ("@sourcegraph/scip-python", "0.6.6"),
    "typescript": ("@sourcegraph/scip-typescript", "0.4.0"),
}
# Many packages refer to these types, and their tests to a runner's, without naming them as a dependency.
SHARED_TYPES = ("@types/node@22.10.5", "@types/react@18.3.12", "vitest@2.1.8")
GO_PATH = "usr/share/gocode"  # where Debian keeps the source of Go packages


@dataclass(frozen=True, slots=True)
class Package:
    """A published package. The workspace is its Python module, the folder of its script source or its Go module.

    Packages of Go are Debian's, and `root` is the path that they are imported by. Those of Java, C and C++ are
    Debian's source packages, and `root` is their folder of sources, or a package `…-dev` and its folder of headers.

    A package with `members` is a workspace made of these packages of npm: each is a folder of `root`, imported by name.
    """

    language: Language
    name: str
    version: str
    root: str
    held_out: bool
    members: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Name and version, as part of a path."""
        return f"{self.name.replace('/', '+')}=={self.version}"


PACKAGES = (
    Package("python", "click", "8.1.8", "click", held_out=False),  # typed
    Package("python", "httpx", "0.28.1", "httpx", held_out=False),  # typed, with re-exports by star
    Package("python", "rich", "14.0.0", "rich", held_out=False),  # typed, many small classes
    Package("python", "docutils", "0.21.2", "docutils", held_out=False),  # untyped, deep hierarchies
    Package("python", "jinja2", "3.1.6", "jinja2", held_out=True),
    Package("python", "requests", "2.32.3", "requests", held_out=True),
    Package("python", "sqlparse", "0.5.3", "sqlparse", held_out=True),
    Package("python", "werkzeug", "3.1.3", "werkzeug", held_out=True),
    Package("typescript", "rxjs", "7.8.2", "src", held_out=False),  # functions, overloads
    Package("typescript", "@tanstack/query-core", "5.62.0", "src", held_out=False),  # classes, generic types
    Package("typescript", "chevrotain", "11.0.3", "src", held_out=False),  # classes, mixins, namespaces imported whole
    Package("typescript", "bson", "6.10.1", "src", held_out=False),  # classes with static members
    Package("typescript", "axios", "1.7.9", "lib", held_out=False),  # JavaScript, default exports
    Package("typescript", "fastify", "5.2.0", "lib", held_out=False),  # CommonJS
    Package("typescript", "react-day-picker", "9.4.2", "src", held_out=False),  # JSX, with tests
    Package("typescript", "zod", "4.0.0", "src", held_out=False),  # several versions side by side, with tests
    Package("typescript", "immer", "11.2.10", "src", held_out=False),  # unions told apart by a field, proxies
    Package("typescript", "redux", "5.0.1", "src", held_out=False),  # functions that take and give functions
    Package("typescript", "reselect", "5.3.0", "src", held_out=False),  # types computed from types
    Package("typescript", "@tanstack/react-query", "5.108.0", "src", held_out=False),  # JSX, types of a library
    Package("typescript", "koa", "3.3.0", "lib", held_out=False),  # CommonJS, objects as prototypes
    Package("typescript", "mocha", "12.0.3", "lib", held_out=False),  # CommonJS, constructors and prototypes
    Package("typescript", "@grpc/grpc-js", "1.12.5", "src", held_out=True),
    Package("typescript", "mobx", "6.13.5", "src", held_out=True),
    Package("typescript", "mongodb", "6.12.0", "src", held_out=True),
    Package("typescript", "prosemirror-view", "1.37.1", "src", held_out=True),
    Package("typescript", "@reduxjs/toolkit", "2.5.0", "src", held_out=True),  # JSX, with tests
    Package("typescript", "@tiptap/core", "2.10.3", "src", held_out=True),
    Package("typescript", "@trpc/server", "10.45.2", "src", held_out=True),
    Package("typescript", "express", "4.21.2", "lib", held_out=True),  # CommonJS
    Package("typescript", "luxon", "3.5.0", "src", held_out=True),  # JavaScript, default exports
    Package(
        "typescript",
        "react-aria-workspace",
        "3.11.1",
        "packages",
        held_out=False,
        members=(
            "@react-aria/button@3.11.1",
            "@react-aria/focus@3.19.1",
            "@react-aria/interactions@3.23.0",
            "@react-aria/ssr@3.9.7",
            "@react-aria/toggle@3.10.11",
            "@react-aria/utils@3.27.0",
            "@react-stately/toggle@3.8.1",
            "@react-stately/utils@3.10.5",
        ),
    ),
    Package(
        "typescript",
        "tanstack-query-workspace",
        "5.62.0",
        "packages",
        held_out=False,
        members=(
            "@tanstack/query-async-storage-persister@5.62.0",
            "@tanstack/query-core@5.62.0",
            "@tanstack/query-persist-client-core@5.62.0",
            "@tanstack/react-query-persist-client@5.62.0",
            "@tanstack/react-query@5.62.0",
        ),
    ),
    Package(
        "typescript",
        "tiptap-workspace",
        "2.10.3",
        "packages",
        held_out=True,
        members=(
            "@tiptap/core@2.10.3",
            "@tiptap/extension-bold@2.10.3",
            "@tiptap/extension-bullet-list@2.10.3",
            "@tiptap/extension-code-block@2.10.3",
            "@tiptap/extension-collaboration@2.10.3",
            "@tiptap/extension-image@2.10.3",
            "@tiptap/extension-link@2.10.3",
            "@tiptap/extension-list-item@2.10.3",
            "@tiptap/extension-table@2.10.3",
            "@tiptap/react@2.10.3",
            "@tiptap/suggestion@2.10.3",
        ),
    ),
    Package(
        "typescript",
        "trpc-workspace",
        "10.45.2",
        "packages",
        held_out=True,
        members=("@trpc/client@10.45.2", "@trpc/react-query@10.45.2", "@trpc/server@10.45.2"),
    ),
    Package("go", "golang-github-gorilla-mux-dev", "1.8.0-1", "github.com/gorilla/mux", held_out=False),
    Package(
        "go",
        "golang-github-spf13-pflag-dev",
        "1.0.6~git20210604-d5e0c0615ace-1",
        "github.com/spf13/pflag",
        held_out=False,
    ),
    Package("go", "golang-github-yuin-goldmark-dev", "1.5.4-1", "github.com/yuin/goldmark", held_out=False),
    Package("go", "golang-github-pelletier-go-toml-dev", "1.9.4-1", "github.com/pelletier/go-toml", held_out=False),
    Package("go", "golang-github-burntsushi-toml-dev", "1.2.0-2", "github.com/BurntSushi/toml", held_out=True),
    Package("go", "golang-github-sirupsen-logrus-dev", "1.9.0-1", "github.com/sirupsen/logrus", held_out=True),
    Package("go", "golang-github-gorilla-websocket-dev", "1.5.0-2", "github.com/gorilla/websocket", held_out=True),
    Package(
        "go",
        "golang-github-julienschmidt-httprouter-dev",
        "1.3.0-2",
        "github.com/julienschmidt/httprouter",
        held_out=True,
    ),
    Package("java", "libcommons-collections4-java", "4.2-1", "src", held_out=False),  # generic types, deep hierarchies
    Package("java", "jsoup", "1.15.3-1", "src", held_out=False),  # chains of calls
    Package("java", "junit4", "4.13.2-3", "src", held_out=False),  # annotations, nested classes, static imports
    Package("java", "commons-io", "2.11.0-2", "src", held_out=False),  # static functions with overloads
    Package("java", "libcommons-lang3-java", "3.12.0-2+deb12u1", "src", held_out=True),
    Package("java", "libcommons-codec-java", "1.15-1", "src", held_out=True),
    Package("java", "jackson-core", "2.14.1-2~deb12u1", "src", held_out=True),
    Package("java", "picocli", "4.6.2-2", "src", held_out=True),
    Package("c", "cjson", "1.7.15-1+deb12u4", ".", held_out=False),
    Package("c", "lua5.4", "5.4.4-3+deb12u1", "src", held_out=False),  # macros everywhere
    Package("c", "hiredis", "0.14.1-3", ".", held_out=False),
    Package("c", "libuv1", "1.44.2-1+deb12u1", ".", held_out=False),  # one file a platform
    Package("c", "zlib", "1:1.2.13.dfsg-1", ".", held_out=True),
    Package("c", "libyaml", "0.2.5-1", ".", held_out=True),
    Package("c", "mbedtls", "2.28.3-1", ".", held_out=True),
    Package("c", "lz4", "1.9.4-1", ".", held_out=True),
    Package("cpp", "nlohmann-json3", "3.11.2-2", "include", held_out=False),  # headers alone, as the others
    Package("cpp", "cli11", "2.1.2+ds-1", "include", held_out=False),
    Package("cpp", "libtclap-dev", "1.2.5-1+b1", "usr/include", held_out=False),  # deep hierarchies
    Package("cpp", "libcereal-dev", "1.3.2+dfsg-4", "usr/include", held_out=False),  # bases computed from types
    Package("cpp", "libwebsocketpp-dev", "0.8.2-4", "usr/include", held_out=False),  # bases given as parameters
    Package("cpp", "rapidjson", "1.1.0+dfsg2-7.1", "include", held_out=True),
    Package("cpp", "spdlog", "1:1.10.0+ds-0.4", "include", held_out=True),
    Package("cpp", "libasio-dev", "1:1.22.1-1", "usr/include", held_out=True),
    Package("cpp", "libcxxopts-dev", "3.1.1-1", "usr/include", held_out=True),
    Package("cpp", "libsigc++-2.0-dev", "2.12.0-1", "usr/include", held_out=True),
)


def chosen(names: Collection[str], language: Language | None, held_out: bool) -> list[Package]:
    """The packages with these names, or all if none is given. Ends the program for an unknown name."""
    some = [one for one in PACKAGES if language in (None, one.language) and (held_out or not one.held_out)]
    unknown = set(names) - {one.name for one in some}
    if unknown:
        raise SystemExit(f"unknown, or held out: {', '.join(sorted(unknown))}")
    return [one for one in some if not names or one.name in names]
