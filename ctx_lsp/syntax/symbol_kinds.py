"""Groups of symbol kinds, such as types, containers and callables. `model.SymbolKind` lists all kinds."""

TYPE_KINDS: frozenset[str] = frozenset({"Class", "Interface", "Struct", "Enum", "Object"})
SPACE_KINDS: frozenset[str] = frozenset({"Namespace", "Module"})  # their members are in scope in every language
CONTAINER_KINDS = TYPE_KINDS | SPACE_KINDS

FUNCTION_KINDS: frozenset[str] = frozenset({"Function", "Method", "Constructor"})
CALLABLE_KINDS = FUNCTION_KINDS | {"Operator"}
CODE_KINDS = CALLABLE_KINDS | {"Property", "Event"}  # these kinds have an executable body

VARIABLE_KINDS: frozenset[str] = frozenset({"Variable", "Constant", "Field"})
VALUE_KINDS = VARIABLE_KINDS | {"Property"}  # these kinds can be read like a variable
ITEM_KINDS: frozenset[str] = frozenset({"Requirement", "Story", "Criterion", "Decision", "Change", "Issue"})
SECTION_KINDS = ITEM_KINDS | {"String"}  # parts of documents
CONTENT_KINDS = SECTION_KINDS | {"Key"}  # keys of data, headings and items
DATA_KINDS = VARIABLE_KINDS | {"EnumMember"} | CONTENT_KINDS  # these kinds have no body

MEMBER_KINDS: frozenset[str] = frozenset({"Method", "Property", "Field", "Constructor"})
