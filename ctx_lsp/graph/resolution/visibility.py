"""Which names the files of a language see without saying where they come from: facts about languages, as data.

How a name is looked up with them is in `scope`, by which keys the tables answer in `tables`.
"""

_FAMILIES = (
    ("javascript", "typescript", "tsx", "vue", "svelte", "astro"),
    ("java", "kotlin", "scala"),
    ("c", "cpp", "objc"),
    ("hcl", "terraform"),
    ("css", "scss", "less"),
)
_FAMILY = {language: family[0] for family in _FAMILIES for language in family}

FOLDER_VISIBLE = frozenset({"go", "java", "kotlin", "scala", "csharp", "swift"})
"""Files of one folder see each other's top level."""

BARE_MEMBERS = frozenset({"java", "kotlin", "scala", "csharp", "swift", "cpp", "ruby"})
"""A bare name can mean an inherited member."""

NO_BARE_MEMBERS = frozenset({
    "python", "javascript", "typescript", "tsx", "vue", "svelte", "astro", "go", "rust", "php",
})  # fmt: skip
"""A bare name in code never means a member of a type around it; only the type's own body may see them."""

BODY_MEMBERS = frozenset({"python"})
"""Of these: the body of a type is code, which sees what it defined before."""

GLOBAL = frozenset({
    "c", "cpp", "objc", "ruby", "csharp", "lua", "bash", "elixir", "haskell", "zig",
    "sql", "graphql", "css", "scss", "less", "hcl", "terraform",
})  # fmt: skip
"""Names are global to the program."""

PACKAGES = frozenset({"java", "kotlin", "scala", "csharp", "php"})
"""Imports name a declared package rather than a file."""

CLAUSES = frozenset({"go"})
"""An imported package is called what its files call themselves; the end of its path is only a custom."""

SPACES = frozenset({"php"})
"""Names may lead into a package by way of others, from the file's own one, an imported one, or the outermost."""

QUALIFIED = frozenset({"c", "cpp", "objc", "elixir", "ruby"})
"""Types and modules are known in the whole program by their qualified names, whichever file they are in."""

MEMBERS_APART = frozenset(
    {"go", "rust", "swift", "c", "cpp", "objc", "csharp", "ruby", "kotlin", "scala", "javascript"}
)
"""A type can have members in files other than its own."""

SAME_FOLDER_MEMBERS = frozenset({"go"})
"""Such files are in the type's folder."""

PATHS = frozenset({"rust"})
"""Paths may begin with a module or package that no import names."""

MODULAR = frozenset({"swift"})
"""All files of a module see each other's top level, and that of the modules that they import."""

STRUCTURAL = frozenset({"go"})
"""A type implements an interface by having its methods."""

NAMED_BASES = frozenset({"go"})
"""A base is a member, too, of the name of its type."""

FRONT_FILES = frozenset({"__init__.py"})
"""Files whose imports are there for those who import from them, without a word that says so."""

EXTENSIONS = frozenset({"kotlin", "csharp", "scala"})
"""A member of an object may be a function that is declared for its type elsewhere; bare where it is in a type."""

BARE_EXTENSIONS = frozenset({"kotlin"})
"""They are imported by their names, or visible without a receiver; where they are not, they stand in types."""

EXTENDED_FIRST = frozenset({"csharp"})
"""The first parameter of such a function is the object that it is called on."""

EXTENSIONS_SEE_MEMBERS = frozenset({"kotlin"})
"""Such a function sees the members of that type without a receiver."""

TYPES_APART = frozenset({"java", "kotlin", "scala", "csharp"})
"""A name in a type never means anything else."""

PARTS = frozenset({"csharp", "scala"})
"""Several definitions of one name can make one type."""

PARTS_APART = frozenset({"csharp"})
"""They can be in several files."""

REOPENED = frozenset({"c", "cpp", "objc", "ruby"})
"""Types and modules can be defined in pieces, in any files; their members go by their names in the whole program."""

FLATTENED = frozenset({"c", "cpp", "objc"})
"""Members of a field whose type has no name are outlined beside it; an element of a value is what it points to."""

EXPORTS_VALUES = frozenset({"javascript", "typescript", "tsx", "vue", "svelte", "astro"})
"""A module can export names under others, one thing by default, and be one thing as a whole."""

DECLARED_APART = frozenset({"c", "cpp", "objc"})
"""A function can be declared in one file, a header, and defined in another."""

HEADERS = (".h", ".hh", ".hpp", ".hxx", ".h++", ".cuh")

FILE_LOCAL = frozenset({"c", "cpp", "objc"})
"""Hidden definitions of a file's top level are visible there alone, and where it is included."""

STORED_WITH = {"ruby": "@"}
"""The mark of the variable that a field is kept in."""

CALLED_BARE = frozenset({"scala", "ruby"})
"""The name of a function without parameters calls it."""
FIELDS_APART = frozenset({"java"})
"""A type can have a field and functions of one name; the name means the functions only where it is called."""


def family(language: str) -> str:
    """The name for all languages whose code can name each other's definitions."""
    return _FAMILY.get(language, language)
