"""The interfaces of Go's standard library that other interfaces often embed, with the methods that they require."""

from functools import cache

from ctx_lsp.graph.resolution.method_shapes import Method, shape

_METHODS = {
    "error": "Error() string",
    "context.Context": ("Deadline() (time.Time, bool)\nDone() <-chan struct{}\nErr() error\nValue(key any) any"),
    "encoding.BinaryMarshaler": "MarshalBinary() ([]byte, error)",
    "encoding.BinaryUnmarshaler": "UnmarshalBinary(data []byte) error",
    "encoding.TextMarshaler": "MarshalText() ([]byte, error)",
    "encoding.TextUnmarshaler": "UnmarshalText(text []byte) error",
    "flag.Value": "String() string\nSet(value string) error",
    "fmt.Formatter": "Format(f fmt.State, verb rune)",
    "fmt.GoStringer": "GoString() string",
    "fmt.Stringer": "String() string",
    "heap.Interface": "Len() int\nLess(i, j int) bool\nSwap(i, j int)\nPush(x any)\nPop() any",
    "http.Flusher": "Flush()",
    "http.Handler": "ServeHTTP(w http.ResponseWriter, r *http.Request)",
    "http.ResponseWriter": "Header() http.Header\nWrite(p []byte) (int, error)\nWriteHeader(code int)",
    "http.RoundTripper": "RoundTrip(r *http.Request) (*http.Response, error)",
    "io.ByteReader": "ReadByte() (byte, error)",
    "io.ByteScanner": "ReadByte() (byte, error)\nUnreadByte() error",
    "io.ByteWriter": "WriteByte(c byte) error",
    "io.Closer": "Close() error",
    "io.ReadCloser": "Read(p []byte) (int, error)\nClose() error",
    "io.ReadSeeker": "Read(p []byte) (int, error)\nSeek(offset int64, whence int) (int64, error)",
    "io.ReadWriteCloser": "Read(p []byte) (int, error)\nWrite(p []byte) (int, error)\nClose() error",
    "io.ReadWriter": "Read(p []byte) (int, error)\nWrite(p []byte) (int, error)",
    "io.Reader": "Read(p []byte) (int, error)",
    "io.ReaderAt": "ReadAt(p []byte, offset int64) (int, error)",
    "io.ReaderFrom": "ReadFrom(r io.Reader) (int64, error)",
    "io.RuneReader": "ReadRune() (rune, int, error)",
    "io.RuneScanner": "ReadRune() (rune, int, error)\nUnreadRune() error",
    "io.Seeker": "Seek(offset int64, whence int) (int64, error)",
    "io.StringWriter": "WriteString(s string) (int, error)",
    "io.WriteCloser": "Write(p []byte) (int, error)\nClose() error",
    "io.WriteSeeker": "Write(p []byte) (int, error)\nSeek(offset int64, whence int) (int64, error)",
    "io.Writer": "Write(p []byte) (int, error)",
    "io.WriterAt": "WriteAt(p []byte, offset int64) (int, error)",
    "io.WriterTo": "WriteTo(w io.Writer) (int64, error)",
    "json.Marshaler": "MarshalJSON() ([]byte, error)",
    "json.Unmarshaler": "UnmarshalJSON(data []byte) error",
    "sort.Interface": "Len() int\nLess(i, j int) bool\nSwap(i, j int)",
}


@cache
def standard_methods(name: str) -> tuple[Method, ...]:
    """Return the methods of a standard interface, with empty definition ids; empty if the interface is not listed."""
    signatures = _METHODS.get(name, "").splitlines()
    named = ((one.partition("(")[0], one) for one in signatures)
    return tuple(Method("", method, shape(method, signature, "", {})) for method, signature in named)
