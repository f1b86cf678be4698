"""PHP: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols, values


def test_types_and_their_members() -> None:
    """Classes, interfaces, traits and enumerations with their members."""
    text = r"""
    <?php
    namespace Log\Handler;

    /**
     * Rows.
     */
    class Stream extends Handler implements Ends
    {
        use Formats;

        public const A = 1, B = 2;
        /** The level. */
        protected static ?Level $level = null;
        private $handle;

        public function __construct(private readonly Logger $logger, int $flags = 3)
        {
            $this->handle = null;
        }

        #[Pure]
        abstract protected function write(Record $record): void;

        private static function open(Level|int $level, string ...$rest): ?static
        {
            return null;
        }
    }

    interface Ends extends Handles { public function close(); }
    trait Formats { public $format; function format() { return 1; } }
    enum Suit: string { case Hearts = 'H'; case Spades; const Wild = self::Spades; }
    """
    assert symbols("a.php", text) == expected(r"""
        Class Stream | class Stream extends Handler implements Ends | inherits Handler, Formats implements Ends "Rows."
        Constant Stream.A | public const A = 1, B = 2
        Constant Stream.B | public const A = 1, B = 2
        Field Stream.level | protected static ?Level $level = null | "The level."
        Field Stream.handle | private $handle | (hidden)
        Constructor Stream.__construct | public function __construct(private readonly Logger $logger, int $flags = 3)
        Field Stream.logger | private readonly Logger $logger
        Method Stream.write | abstract protected function write(Record $record): void | @Pure
        Method Stream.open | private static function open(Level|int $level, string ...$rest): ?static | (hidden)
        Interface Ends | interface Ends extends Handles | inherits Handles
        Method Ends.close | public function close()
        Class Formats | trait Formats
        Field Formats.format#2 | public $format
        Method Formats.format | function format()
        Enum Suit | enum Suit: string
        EnumMember Suit.Hearts | case Hearts = 'H'
        EnumMember Suit.Spades | case Spades
        Constant Suit.Wild | const Wild = self::Spades
    """)


def test_functions_and_constants() -> None:
    """Functions, also those in conditions and in variables, and both ways to make a constant."""
    text = """
    <?php
    const LIMIT = 16;
    define('ROOT', __DIR__);
    /** Adds. */
    function add(int $a, int &$b): int { $inner = fn($x) => $x; return $a + $b; }
    if (!function_exists('polyfill')) {
        function polyfill() {}
    }
    $handler = function ($event) use ($a) { return 1; };
    """
    assert symbols("a.php", text) == expected("""
        Constant LIMIT | const LIMIT = 16
        Constant ROOT | define('ROOT', __DIR__)
        Function add | function add(int $a, int &$b): int | "Adds."
        Function polyfill | function polyfill()
        Function handler | $handler = function ($event) use ($a)
    """)


def test_imports() -> None:
    """One import a name, whatever it is grouped in; files are imported whole."""
    text = r"""
    <?php
    namespace App;
    use Log\Level, Log\Logger as Writer;
    use Closure;
    use function Text\slug;
    use Psr\{Http\Request, Log\LogLevel as Levels};
    require_once __DIR__ . '/setup.php';
    include 'late.php';
    """
    assert imports("a.php", text) == expected(r"""
        package App
        Log Level as Level
        Log Logger as Writer
        Closure as Closure
        Text slug as slug
        Psr\Http Request as Request
        Psr\Log LogLevel as Levels
        /setup.php
        late.php
    """)


def test_references() -> None:
    """Calls, types, bases and attributes; variables are not references."""
    text = r"""
    <?php
    #[Service]
    class Stream extends Base\Handler implements Closing {
        use Formats;
        #[Pure]
        function write(Record $record): ?Result {
            Utils::encode($record);
            $this->open()?->flush();
            parent::write($record);
            \strlen("x");
            $level = Level::Debug;
            try { $made = new Target\File(1); }
            catch (\RuntimeException | Broken $error) { throw $error; }
            return $record instanceof Special ? helper() : self::EMPTY;
        }
    }
    """
    assert references("a.php", text) == expected(r"""
        decorates Service in Stream
        inherits Base.Handler in Stream
        implements Closing in Stream
        inherits Formats in Stream
        decorates Pure in Stream.write
        type Record in Stream.write
        type Result in Stream.write
        read Utils in Stream.write
        call Utils.encode in Stream.write
        call @self.open in Stream.write
        call @self.open().flush in Stream.write
        call @super.write in Stream.write
        call @root.strlen in Stream.write
        read Level in Stream.write
        read Level.Debug in Stream.write
        call Target.File in Stream.write
        catches @root.RuntimeException in Stream.write
        catches Broken in Stream.write
        type Special in Stream.write
        call helper in Stream.write
        read @Self.EMPTY in Stream.write
    """)


def test_members_have_their_receivers() -> None:
    """Members are read, set and raised; the type of a receiver follows from its value."""
    text = r"""
    <?php
    class Pool {
        function run(Handler|Other $first, $any) {
            $made = new Job(1);
            $made->state->reset()[0]?->done;
            $this->last = clone $made;
            self::$count++;
            static::$pool->size .= 'x';
            foreach ($this->jobs as $key => $job) { $job->start(); }
            try { $first->open(); } catch (Lost | \Broken $error) { $error->tell(); }
            if ($any instanceof Job) { $any->stop(); }
            $any->guess;
            array_map(fn($one) => $one->name, $this->jobs);
            throw new Failed($made);
        }
    }
    """
    assert references("a.php", text) == expected("""
        type Handler in Pool.run
        type Other in Pool.run
        call Job in Pool.run
        read Job().state in Pool.run
        call Job().state.reset in Pool.run
        read Job().state.reset()[0].done in Pool.run
        write @self.last in Pool.run
        write @Self.count in Pool.run
        read @Self.pool in Pool.run
        write @Self.pool.size in Pool.run
        read @self.jobs in Pool.run
        call @self.jobs[].start in Pool.run
        call {Handler|Other}.open in Pool.run
        catches Lost in Pool.run
        catches @root.Broken in Pool.run
        call {Lost|Broken}.tell in Pool.run
        type Job in Pool.run
        call {Job}.stop in Pool.run
        read ?.guess in Pool.run
        call array_map in Pool.run
        read @self.jobs[].name in Pool.run
        read @self.jobs in Pool.run
        raises Failed in Pool.run
    """)


def test_types_and_results_of_symbols() -> None:
    """Declared types take precedence over values; results are declared, or follow from return statements."""
    text = r"""
    <?php
    class Pool {
        private ?Log\Handler $handler = null;
        static Pool $shared;
        public $queue;
        const FIRST = Level::One;
        function __construct(protected readonly Clock $clock, $queue) { $this->queue = $queue ?? new Queue(); }
        function fluent(): static { return $this; }
        function same() { return $this; }
        function jobs() { foreach ($this->all as $one) { yield $one; } }
        function double() { $double = $this->createMock(Queue::class); return $double; }
    }
    function make(): Pool|int { return new Pool; }
    """
    assert values("a.php", text) == expected("""
        Pool.handler: {Log.Handler}
        Pool.shared: {Pool}
        Pool.queue: Queue()
        Pool.FIRST: Level.One
        Pool.clock: {Clock}
        Pool.fluent: @self, @Self
        Pool.same: @self
        Pool.jobs: @self.all[]%
        Pool.double: {Queue}
        make: {Pool|int}
    """)
