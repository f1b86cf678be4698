"""C#: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols


def test_types_and_their_members() -> None:
    """All kinds of types with their members; private members are hidden."""
    text = """
    namespace Store.Data
    {
        /// Rows.
        [Obsolete("x")]
        class Table<T> : Base<T>, IRows where T : class
        {
            public const int Limit = 1, More = 2;
            private static readonly Dictionary<string, int> _map = new();
            public int Count { get; set; } = 3;
            public string Name => _name;
            internal Table(int size) : base(size) { Count = size; }
            public static bool operator ==(Table<T> a, Table<T> b) { return true; }
            public int this[int index] => 3;
            public event EventHandler<Args> Changed;
            public delegate void Handler(object sender);

            // Runs it.
            [Pure]
            public async Task<T> RunAsync<U>(params object[] values)
            {
                int Local(int q) { return q; }
                var x = 1;
                return default;
            }

            protected abstract void Close();
            void IRows.Clear() { }
        }

        public enum Color : byte { Red = 1, Green }
        public struct Point { public int X; }
        public record Person(string Name, int Age) : Being(Name);
        public record struct Pair(int Left);
        public interface IRows : IDisposable { int Count { get; } void Clear(); }
        internal static class Extensions { public static int Size(this string text) => 1; }
    }
    """
    assert symbols("a.cs", text) == expected("""
        Class Table | class Table<T> : Base<T>, IRows where T : class | inherits Base, IRows @Obsolete "Rows."
        Constant Table.Limit | public const int Limit = 1, More = 2
        Constant Table.More | public const int Limit = 1, More = 2
        Field Table._map | private static readonly Dictionary<string, int> _map = new() | (hidden)
        Property Table.Count | public int Count
        Property Table.Name | public string Name
        Constructor Table.Table | internal Table(int size)
        Operator Table.== | public static bool operator ==(Table<T> a, Table<T> b)
        Property Table.this | public int this[int index]
        Event Table.Changed | public event EventHandler<Args> Changed
        Interface Table.Handler | public delegate void Handler(object sender)
        Method Table.RunAsync | public async Task<T> RunAsync<U>(params object[] values) | @Pure "Runs it."
        Function Table.RunAsync.Local | int Local(int q) | (hidden)
        Method Table.Close | protected abstract void Close()
        Method Table.Clear | void IRows.Clear()
        Enum Color | public enum Color : byte
        EnumMember Color.Red | Red = 1
        EnumMember Color.Green | Green
        Struct Point | public struct Point
        Field Point.X | public int X
        Class Person | public record Person(string Name, int Age) : Being(Name) | inherits Being
        Field Person.Name | string Name
        Field Person.Age | int Age
        Struct Pair | public record struct Pair(int Left)
        Field Pair.Left | int Left
        Interface IRows | public interface IRows : IDisposable | inherits IDisposable
        Property IRows.Count | int Count
        Method IRows.Clear | void Clear()
        Class Extensions | internal static class Extensions
        Method Extensions.Size | public static int Size(this string text)
    """)


def test_a_namespace_brings_all_its_names() -> None:
    """An alias names one type."""
    text = """
    using System;
    using System.Collections.Generic;
    using static System.Math;
    using Json = Text.Formats.Json;
    namespace Store.Data;
    """
    assert imports("a.cs", text) == expected("""
        package Store.Data
        System *
        System.Collections.Generic *
        System.Math *
        Text.Formats Json as Json
    """)


def test_references() -> None:
    """Calls, types in any place, bases and attributes; neither parameters nor variables."""
    text = """
    [Serializable]
    class Table<T> : Data.Base<T>, IRows
    {
        private readonly List<Row> _rows = new();
        [Pure] public async Task<Result> Run(IConnection connection, params object[] values)
        {
            var made = new Command(connection);
            this.Open();
            connection?.Close();
            await base.Run<Row>(connection, values: values);
            if (made is Widget widget && typeof(Thing) != null) { widget.Draw(Color.Red); }
            foreach (var row in _rows) { row.Touch((Cell)row); }
            try { } catch (IOException error) { throw new Broken(nameof(made), error); }
            return _rows.Select(each => each.Value);
        }
    }
    """
    assert references("a.cs", text) == expected("""
        decorates Serializable in Table
        read Data in Table
        inherits Data.Base in Table
        inherits IRows in Table
        type List in Table._rows
        type Row in Table._rows
        decorates Pure in Table.Run
        type Task in Table.Run
        type Result in Table.Run
        type IConnection in Table.Run
        call Command in Table.Run
        call @self.Open in Table.Run
        call {IConnection}.Close in Table.Run
        call @super.Run in Table.Run
        type Row in Table.Run
        type Widget in Table.Run
        type Thing in Table.Run
        call {Widget}.Draw in Table.Run
        read Color in Table.Run
        read Color.Red in Table.Run
        read _rows in Table.Run
        call _rows[].Touch in Table.Run
        type Cell in Table.Run
        catches IOException in Table.Run
        raises Broken in Table.Run
        read _rows in Table.Run
        call _rows.Select in Table.Run
        read _rows.Select(0)(0).Value in Table.Run
    """)
