"""What indexes do not tell of a declaration: parameters, defaults, exceptions, decorators, values."""

from dataclasses import dataclass, field
from typing import NamedTuple

Key = tuple[str, int, str]  # path, one-based line, name


class Parameter(NamedTuple):
    """A parameter; `default` is its text, None if there is none."""

    name: str
    default: str | None = None
    is_variadic: bool = False
    is_keyword_only: bool = False
    is_optional: bool = False


@dataclass
class Detail:
    """The details of one declaration."""

    parameters: tuple[Parameter, ...] | None = None
    raises: frozenset[str] = frozenset()
    decorators: frozenset[str] = frozenset()
    value: str | None = None


class Import(NamedTuple):
    """A file imports a name of another file, or all of it; `module` is how documents spell that other file."""

    path: str
    target: str
    module: str
    name: str | None = None


@dataclass
class Details:
    """The details of a package."""

    of: dict[Key, Detail] = field(default_factory=dict)
    imports: set[Import] = field(default_factory=set)
    variables: set[str] = field(default_factory=set)  # of the environment
