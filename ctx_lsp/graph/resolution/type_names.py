"""Names of types and of their members that mean the same wherever they occur: facts about languages, as data.

They count only where the workspace has no definition of that name.
"""

OWN_TYPE = frozenset({"Self", "this", "static", "self"})
"""The type of the object around, in an annotation."""

TYPES_OF = frozenset({"type", "Type", "Class", "KClass"})
"""A value of `type[T]` is the type `T` itself."""

UNIONS = frozenset({"Union"})

FUNCTIONS = frozenset({"Function", "BiFunction", "Func", "Function1", "Function2"})
"""Of the types of their parameters and of their result."""

PROCEDURES = frozenset({"Consumer", "BiConsumer", "Predicate", "BiPredicate", "Action"})
"""Of the types of their parameters alone."""

RESULTS = frozenset({"ReturnType"})
"""What a call of a function of the type that follows gives."""

TRANSPARENT = frozenset({
    "Optional", "Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly", "Awaitable", "Coroutine",
    "Promise", "PromiseLike", "Awaited", "Readonly", "Partial", "NonNullable", "DeepPartial", "Omit", "Pick",
    "Exclude", "Extract", "NoInfer",
    "Box", "Rc", "Arc", "Cell", "RefCell", "Mutex", "RwLock", "Cow", "Pin", "Option", "Result",
    "shared_ptr", "unique_ptr", "weak_ptr", "optional", "reference_wrapper",
    "Task", "ValueTask", "Nullable", "Lazy", "Future", "CompletableFuture", "CompletionStage", "Supplier", "Provider",
    "ObjectProvider", "AtomicReference", "WeakReference", "ThreadLocal", "Deferred", "InstanceType", "Expression",
})  # fmt: skip
"""Around another type, whose members are what the code is after; the first argument is that type."""

ANYTHING = frozenset({"Any", "object", "Object", "Iterable", "Collection", "CharSequence", "IEnumerable"})
"""Types of many values, also of some that bear another name."""

RUST_UNWRAPPING = frozenset({
    "unwrap", "expect", "unwrap_or", "unwrap_or_else", "unwrap_or_default", "as_ref", "as_mut", "as_deref", "clone",
    "as_deref_mut", "borrow", "borrow_mut", "lock", "read", "write", "take", "replace", "ok", "ok_or", "ok_or_else",
    "map_err", "or_else", "cloned", "copied", "await", "get_mut", "get", "to_owned", "into", "deref", "deref_mut", "or",
    "by_ref", "filter", "get_or_insert_with", "insert", "unwrap_unchecked", "into_inner", "context", "with_context",
    "as_pin_mut", "load", "inspect", "transpose", "map", "and_then", "is_some_and", "for_each", "iter", "next", "then",
})  # fmt: skip
"""What the wrappers of Rust have, where the value inside has no such member."""

SWIFT_UNWRAPPING = frozenset({"map", "flatMap", "unsafelyUnwrapped", "value", "get"})

UNWRAPPING = frozenset({
    "Value", "Result", "get", "orElse", "orElseThrow", "orElseGet", "getOrElse", "getOrNull", "getOrThrow", "join",
    "await", "getNow", "ConfigureAwait", "GetAwaiter", "GetResult", "GetValueOrDefault", "filter",
    "apply", "also", "takeIf", "takeUnless", "ifPresent", "map", "flatMap", "thenApply", "thenAccept", "thenCompose",
    "foreach", "exists", "let", "use",
})  # fmt: skip
"""What values of transparent types have, where the value inside has no such member: it gives that value."""

UNWRAPPING_IN = {
    **dict.fromkeys(("java", "kotlin", "scala", "csharp"), UNWRAPPING),
    "rust": RUST_UNWRAPPING,
    "swift": SWIFT_UNWRAPPING,
}
"""The same, by language."""

ELEMENT_MEMBERS = frozenset({
    "get", "pop", "values", "setdefault", "popitem", "copy", "next", "at", "find", "shift", "first", "last", "unwrap",
    "expect", "or_insert", "or_insert_with", "unwrap_or", "unwrap_or_default", "nth",
    "findLast", "getOrDefault", "remove", "peek", "poll", "orElse", "orElseThrow", "orElseGet", "front", "back", "top",
    "getFirst", "getLast", "removeFirst",
    "removeLast", "firstOrNull", "lastOrNull", "First", "FirstOrDefault", "Single", "SingleOrDefault", "Last",
    "Dequeue", "popleft", "await", "join", "load", "LastOrDefault", "ElementAt", "Peek", "Pop", "single",
    "singleOrNull", "getOrNull", "getOrElse", "getValue", "elementAt", "maxByOrNull", "minByOrNull", "head", "Find",
})  # fmt: skip
"""Methods of containers that give what is in them."""

SAME_MEMBERS = frozenset({
    "iter", "iter_mut", "into_iter", "chain", "skip_while", "take_while", "step_by", "by_ref", "as_slice", "drain",
    "as_ref", "as_mut", "borrow", "borrow_mut", "lock", "read", "write", "clone",
    "filter", "slice", "concat", "reverse", "sort", "toSorted", "toReversed", "stream", "sorted", "limit", "skip",
    "distinct", "toList", "ToList", "ToArray", "Where", "OrderBy", "OrderByDescending", "Skip", "Take", "take", "drop",
    "rev", "peekable", "cloned", "copied", "collect", "to_vec", "iterator", "entries", "items", "asSequence", "toSet",
    "toMutableList", "sortedBy", "sortedByDescending", "filterNot", "onEach", "also", "reversed", "asReversed", "plus",
    "parallelStream", "findFirst", "findAny", "headOption", "lastOption", "toSeq", "toVector", "tail", "takeWhile",
    "dropWhile", "sortBy", "AsEnumerable", "AsQueryable", "ToHashSet", "Reverse", "Concat", "Union", "Distinct",
    "ThenBy", "FindAll", "AsReadOnly", "filterNotNull", "removeIf", "peek",
})  # fmt: skip
"""Methods of containers that give such a container again."""

CALLBACK_MEMBERS = frozenset({
    "compactMap", "allSatisfy", "contains", "removeAll", "firstIndex", "sink",
    "and_then", "for_each", "is_some_and", "filter_map", "flat_map", "take_while", "skip_while", "find_map", "position",
    "inspect", "sort_by_key", "max_by_key", "min_by_key", "retain",
    "forEach", "map", "filter", "some", "every", "find", "findIndex", "findLast", "findLastIndex", "flatMap", "sort",
    "toSorted", "each", "then", "thenApply", "thenAccept", "thenCompose", "takeIf", "takeUnless", "use",
    "anyMatch", "allMatch", "noneMatch", "peek", "takeWhile", "dropWhile", "removeIf",
    "mapToInt", "mapToLong", "mapToObj", "ifPresent", "forEachOrdered", "mapNotNull", "filterNot", "any", "all", "none",
    "first", "firstOrNull", "last", "lastOrNull", "single", "singleOrNull", "associateBy", "associateWith", "groupBy",
    "sortedBy", "sortedByDescending", "onEach", "partition", "sumOf", "maxByOrNull", "minByOrNull", "count", "let",
    "also", "foreach", "exists", "forall", "collect", "sortBy", "maxBy", "minBy", "Select", "SelectMany",
    "Where", "Any", "All", "First", "FirstOrDefault", "Single", "SingleOrDefault", "Last", "LastOrDefault", "OrderBy",
    "OrderByDescending", "ThenBy", "GroupBy", "ToDictionary", "ToLookup", "ForEach", "Sum", "Max", "Min", "Count",
    "SkipWhile", "TakeWhile", "FindAll", "Exists", "Find",
})  # fmt: skip
"""Methods of containers that call a function with what is in them."""

TAKING_MEMBERS = frozenset({
    "push", "unshift", "add", "append", "fill", "includes", "indexOf", "push_back", "enqueue", "Add", "addLast",
    "addFirst", "offer",
})  # fmt: skip
"""Methods of containers that take something to be in them."""

SETTING_MEMBERS = frozenset({"set", "put"})
"""Methods of maps that take a key and what belongs to it."""

KEY_MEMBERS = frozenset({"keys", "keySet", "Keys", "into_keys"})
"""Methods of maps that give their keys."""

MAPPING_MEMBERS = frozenset({"map", "flatMap", "thenApply", "thenCompose", "let", "use"})
"""Of these: they give what the function gives."""

VALUE_MEMBERS = frozenset({"values_mut", "into_values"})
"""Methods of maps that give a list of their values."""

VALUE_MEMBERS_IN = dict.fromkeys(("python", "javascript", "typescript", "tsx", "rust"), frozenset({"values"}))
"""The same, by language: in others it is no method."""

FOLDING_MEMBERS = frozenset({"reduce", "reduceRight"})
"""The same, with what was made of the others before it."""

ELEMENT_FIELDS = frozenset({
    "first", "last", "value", "Value", "current", "Current", "Result", "head",
})  # fmt: skip

VALUES_OF_TYPES = frozenset({"prototype", "this", "super"})
"""Members of a type that have the members of its values."""

CONSTRUCTORS = ("constructor", "__init__")
MAKERS = {"ruby": frozenset({"new", "allocate"})}
"""Members of types that make a value of the type, by language."""

TYPE_MEMBERS = {"ruby": frozenset({"class"})}
"""Members of values that are their type."""

COPYING = {"ruby": frozenset({"clone", "dup", "freeze", "itself", "tap"})}
"""Members of values that give such a value again."""

CALL_METHODS = ("__call__", "invoke", "operator()", "apply", "call", "__invoke")
ELEMENT_METHODS = ("__getitem__", "operator[]", "get")
ITERATION_METHODS = ("__iter__", "__aiter__", "iterator", "__next__", "GetEnumerator", "each")
ENTER_METHODS = ("__enter__", "__aenter__")

BUILT_IN_MEMBERS = {
    "python": frozenset({
        "add", "append", "as_integer_ratio", "bit_count", "bit_length", "capitalize", "casefold", "center", "clear",
        "close", "conjugate", "copy", "count", "decode", "denominator", "difference", "difference_update", "discard",
        "encode", "endswith", "expandtabs", "extend", "fileno", "find", "flush", "format", "format_map", "from_bytes",
        "fromhex", "fromkeys", "get", "group", "groups", "hex", "imag", "index", "insert", "intersection",
        "intersection_update", "is_integer", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "isdisjoint",
        "isidentifier", "islower", "isnumeric", "isprintable", "isspace", "issubset", "issuperset", "istitle",
        "isupper", "items", "join", "keys", "ljust", "lower", "lstrip", "maketrans", "match", "numerator", "partition",
        "pop", "popitem", "read", "readline", "readlines", "real", "remove", "removeprefix", "removesuffix", "replace",
        "reverse", "rfind", "rindex", "rjust", "rpartition", "rsplit", "rstrip", "search", "seek", "send", "setdefault",
        "sort", "split", "splitlines", "startswith", "strip", "swapcase", "symmetric_difference",
        "symmetric_difference_update", "tell", "throw", "title", "to_bytes", "translate", "union", "update", "upper",
        "values", "write", "zfill",
    }),
    "ruby": frozenset({
        "all?", "any?", "append", "blank?", "bytes", "bytesize", "call", "capitalize", "chars", "chomp",
        "clear", "close", "collect", "compact", "compact!", "concat", "count", "day", "delete", "delete_if",
        "detect", "dig", "downcase", "drop", "each", "each_key", "each_pair", "each_value", "each_with_index",
        "each_with_object", "empty?", "encode", "encoding", "end_with?", "entries", "eql?", "equal?", "fetch",
        "fill", "filter", "filter_map", "find", "find_all", "find_index", "first", "flat_map", "flatten",
        "flush", "force_encoding", "format", "gsub", "gsub!", "has_key?", "has_value?", "hash", "hour",
        "include?", "index", "inject", "insert", "inspect", "instance_of?", "intern", "is_a?", "join", "key",
        "key?", "keys", "kind_of?", "last", "length", "lines", "ljust", "lstrip", "map", "map!", "match",
        "match?", "max", "member?", "merge", "merge!", "message", "method", "min", "minutes", "month", "name",
        "new", "next", "nil?", "none?", "ord", "partition", "pop", "prepend", "present?", "private",
        "public_send", "push", "puts", "read", "reduce", "reject", "reject!", "replace", "respond_to?",
        "reverse", "rewind", "rindex", "rjust", "rstrip", "scan", "select", "select!", "send", "shift", "size",
        "slice", "sort", "sort_by", "source", "split", "squeeze", "start_with?", "step", "store", "string",
        "strip", "sub", "sub!", "sum", "superclass", "swapcase", "synchronize", "take", "tap", "then", "times",
        "to_a", "to_ary", "to_f", "to_h", "to_hash", "to_i", "to_json", "to_proc", "to_s", "to_str", "to_sym",
        "tr", "transform_values", "type", "uniq", "unshift", "upcase", "update", "values", "values_at", "wait",
        "write", "year", "zip",
    }),
    "javascript": frozenset({
        "add", "addEventListener", "apply", "at", "bind", "buffer", "byteLength", "byteOffset", "call", "catch",
        "cause", "charAt", "charCodeAt", "clear", "codePointAt", "concat", "copyWithin", "delete", "difference",
        "dispatchEvent", "drop", "endsWith", "entries", "every", "exec", "fill", "filter", "finally", "find",
        "findIndex", "findLast", "findLastIndex", "flags", "flat", "flatMap", "forEach", "get", "getDate",
        "getDay", "getFullYear", "getHours", "getMilliseconds", "getMinutes", "getMonth", "getSeconds",
        "getTime", "getTimezoneOffset", "getUTCDate", "getUTCDay", "getUTCFullYear", "getUTCHours",
        "getUTCMilliseconds", "getUTCMinutes", "getUTCMonth", "getUTCSeconds", "groups", "has",
        "hasOwnProperty", "includes", "index", "indexOf", "input", "intersection", "isPrototypeOf", "join",
        "keys", "lastIndex", "lastIndexOf", "length", "localeCompare", "map", "match", "matchAll", "message",
        "name", "next", "normalize", "padEnd", "padStart", "pop", "propertyIsEnumerable", "push", "reduce",
        "reduceRight", "removeEventListener", "repeat", "replace", "replaceAll", "reverse", "search", "set",
        "setDate", "setFullYear", "setHours", "setMilliseconds", "setMinutes", "setMonth", "setSeconds",
        "setTime", "setUTCDate", "setUTCFullYear", "setUTCHours", "setUTCMilliseconds", "setUTCMinutes",
        "setUTCMonth", "setUTCSeconds", "shift", "size", "slice", "some", "sort", "source", "splice", "split",
        "stack", "startsWith", "subarray", "substr", "substring", "symmetricDifference", "take", "test", "then",
        "toArray", "toDateString", "toExponential", "toFixed", "toISOString", "toJSON", "toLocaleDateString",
        "toLocaleLowerCase", "toLocaleString", "toLocaleTimeString", "toLocaleUpperCase", "toLowerCase",
        "toPrecision", "toReversed", "toSorted", "toSpliced", "toString", "toTimeString", "toUTCString",
        "toUpperCase", "trim", "trimEnd", "trimStart", "union", "unshift", "valueOf", "values", "with",
    }),
    "php": frozenset({
        "add", "count", "current", "diff", "format", "getCode", "getFile", "getLine", "getMessage", "getName",
        "getPrevious", "getTimestamp", "getTimezone", "getTraceAsString", "key", "modify", "next", "offsetExists",
        "offsetGet", "offsetSet", "offsetUnset", "rewind", "setTimezone", "sub", "valid",
    }),
    "c": frozenset({
        "append", "assign", "at", "back", "begin", "c_str", "capacity", "cbegin", "cend", "clear", "close", "compare",
        "contains", "count", "data", "emplace", "emplace_back", "empty", "end", "erase", "find", "find_first_of",
        "find_last_of", "first", "flush", "front", "get", "has_value", "insert", "length", "load", "lock", "max_size",
        "open", "pop", "pop_back", "pop_front", "push", "push_back", "push_front", "rbegin", "read", "release", "rend",
        "replace", "reserve", "reset", "resize", "rfind", "second", "size", "store", "str", "substr", "swap", "top",
        "try_lock", "unlock", "value", "value_or", "what", "write",
    }),
}  # fmt: skip
"""Members of the types of a language itself, by family: what an unknown object is asked for is likely one of them."""

BUILT_IN_NAMES = {
    "ruby": frozenset({
        "ARGF", "ARGV", "ArgumentError", "Array", "Base64", "BasicObject", "Benchmark", "BigDecimal", "Binding",
        "Bundler", "CGI", "CSV", "Class", "Comparable", "Complex", "Data", "Date", "DateTime", "Digest", "Dir", "ENV",
        "ERB", "EOFError", "Encoding", "Enumerable", "Enumerator", "Errno", "Etc", "Exception", "FalseClass", "Fiber",
        "File", "FileTest", "FileUtils", "Find", "Float", "Forwardable", "GC", "Gem", "Hash", "IO", "IOError",
        "IndexError", "Integer", "Interrupt", "JSON", "Kernel", "KeyError", "LoadError", "LocalJumpError", "Logger",
        "Marshal", "MatchData", "Math", "Method", "Minitest", "Module", "Monitor", "Mutex", "NameError", "Net",
        "NilClass", "NoMethodError", "NotImplementedError", "Numeric", "Object", "ObjectSpace", "OpenSSL",
        "OpenStruct", "OptionParser", "Pathname", "Proc", "Process", "Psych", "Queue", "RUBY_VERSION", "Ractor",
        "Rake", "Random", "Range", "RangeError", "Rational", "Regexp", "RegexpError", "RuntimeError", "STDERR",
        "STDIN", "STDOUT", "ScriptError", "SecureRandom", "SecurityError", "Set", "Shellwords", "Signal",
        "SignalException", "Singleton", "SizedQueue", "Socket", "StandardError", "StopIteration", "String",
        "StringIO", "StringScanner", "Struct", "Symbol", "SyntaxError", "SystemCallError", "SystemExit",
        "SystemStackError", "TCPServer", "TCPSocket", "Tempfile", "Thread", "ThreadError", "Time", "Timeout",
        "TracePoint", "TrueClass", "TypeError", "URI", "UnboundMethod", "WeakRef", "YAML", "Zlib",
    }),
}  # fmt: skip
"""What is in scope everywhere in a language: a definition of that name is meant where it is in scope, not by chance."""
