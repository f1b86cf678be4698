"""Kotlin: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols


def test_types_and_their_members() -> None:
    """Members of a companion object belong to the class around it."""
    text = """
    package app.http

    class Server<T>(
        val engine: Engine
    ) : Base<T>(), Closeable {
        public val address: String get() = "x"
        private var cache: Map<String, Int>? = null
        val pool by lazy { val size = 4; Pool(size) }

        init {
            val local = 1
        }

        constructor(port: Int) : this(Engine(), "x")

        /** Runs it. */
        suspend fun <R> run(block: suspend Server<T>.() -> R): R? {
            val made = 1
            return null
        }

        override fun close() = engine.close()
        abstract fun idle(): Int

        companion object {
            const val LIMIT = 3
            fun create(): Server<Int> = TODO()
        }
    }

    enum class Color(val code: Int) {
        RED(1),
        GREEN(2) {
            override fun shade() {}
        };

        open fun shade() {}
    }

    data class Point(val x: Int, val y: Int)
    sealed interface Shape : Drawable {
        fun area(): Int
    }
    object Registry : Base2()
    typealias Handler = (Int) -> Unit
    const val TOP = 1
    private val hidden = Server()
    fun String.slug(length: Int): String = this
    """
    assert symbols("a.kt", text) == expected("""
        Class Server | class Server<T>(val engine: Engine) : Base<T>(), Closeable | inherits Base implements Closeable
        Field Server.engine | val engine: Engine
        Field Server.address | public val address: String
        Field Server.cache | private var cache: Map<String, Int>? = null | (hidden)
        Field Server.pool | val pool by lazy
        Constructor Server.constructor | constructor(port: Int) : this(Engine(), "x")
        Method Server.run | suspend fun <R> run(block: suspend Server<T>.() -> R): R? | "Runs it."
        Method Server.close | override fun close()
        Method Server.idle | abstract fun idle(): Int
        Constant Server.LIMIT | const val LIMIT = 3
        Method Server.create | fun create(): Server<Int>
        Enum Color | enum class Color(val code: Int)
        Field Color.code | val code: Int
        EnumMember Color.RED | RED(1)
        EnumMember Color.GREEN | GREEN(2)
        Method Color.GREEN.shade | override fun shade()
        Method Color.shade | open fun shade()
        Class Point | data class Point(val x: Int, val y: Int)
        Field Point.x | val x: Int
        Field Point.y | val y: Int
        Interface Shape | sealed interface Shape : Drawable | inherits Drawable
        Method Shape.area | fun area(): Int
        Object Registry | object Registry : Base2() | inherits Base2
        Interface Handler | typealias Handler = (Int) -> Unit
        Constant TOP | const val TOP = 1
        Variable hidden | private val hidden = Server() | (hidden)
        Function slug | fun String.slug(length: Int): String
    """)


def test_an_import_names_a_member() -> None:
    """A comment below the last import is no part of it."""
    text = """
    package app.http

    import kotlin.io.path.Path
    import app.util.*
    import app.model.User as Person

    // Here it begins.
    class Server
    """
    assert imports("a.kt", text) == expected("""
        package app.http
        kotlin.io.path Path as Path
        app.util *
        app.model User as Person
    """)


def test_references() -> None:
    """Calls, types and bases; neither parameters, variables nor names of arguments."""
    text = """
    class Server<T>(engine: Engine) : Base<T>(engine), Closeable {
        @Pure
        fun run(path: Path, block: () -> Unit): Result? {
            val made = Request(path)
            this.open(made)
            made?.body?.read()
            block()
            Registry.find { each -> each.check(it) }
            if (made is Special) return made as Result
            send(target = Color.RED, to = path)
            for (item in items) item.touch()
            return path combine made
        }
    }
    interface Closeable : AutoCloseable
    """
    assert references("a.kt", text) == expected("""
        read engine in Server
        type Engine in Server
        inherits Base in Server
        read engine in Server
        implements Closeable in Server
        decorates Pure in Server.run
        type Path in Server.run
        type Unit in Server.run
        type Result in Server.run
        call Request in Server.run
        call @self.open in Server.run
        read Request().body in Server.run
        call Request().body.read in Server.run
        read Registry in Server.run
        call Registry.find in Server.run
        call Registry.find(0)(0).check in Server.run
        type Special in Server.run
        type Result in Server.run
        call send in Server.run
        read Color in Server.run
        read Color.RED in Server.run
        read items in Server.run
        call items[].touch in Server.run
        call combine in Server.run
        inherits AutoCloseable in Closeable
    """)
