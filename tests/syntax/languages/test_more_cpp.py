"""C++: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, references, symbols


def test_classes_and_their_members() -> None:
    """Members that are defined in the class and those that are only declared there."""
    text = """
    namespace draw::shapes {

    /// A closed shape.
    template <typename T>
    class Shape : Base<T> {
     public:
      Shape() = default;
      explicit Shape(int size) : size_(size) {}
      virtual ~Shape();
      virtual double area() const = 0;
      // How many corners.
      int corners() const { return N; }
      Shape& operator=(const Shape& other);
      static constexpr int kLimit = 8;
      template <class U> void fill(U with) { with.use(); }
      const std::vector<Point>* points(int first = 0);
      enum class Mode : int { Open, Closed = 2 };
      struct Corner { int x, y; };
      using value_type = T;

     private:
      int size_, *spare_ = nullptr;
      T& first_;
    };

    union Either { int number; float fraction; };
    concept Drawable = requires(T it) { it.draw(); };
    using Circle = Shape<double>;
    namespace { int secret() { return 1; } }

    }  // namespace draw::shapes
    """
    assert symbols("a.cpp", text) == expected("""
        Namespace draw.shapes | namespace draw::shapes
        Class draw.shapes.Shape | template <typename T> class Shape : Base<T> | inherits Base "A closed shape."
        Constructor draw.shapes.Shape.Shape#2 | Shape()
        Constructor draw.shapes.Shape.Shape | explicit Shape(int size)
        Method draw.shapes.Shape.~Shape | virtual ~Shape()
        Method draw.shapes.Shape.area | virtual double area() const = 0
        Method draw.shapes.Shape.corners | int corners() const | "How many corners."
        Operator draw.shapes.Shape.operator= | Shape& operator=(const Shape& other)
        Constant draw.shapes.Shape.kLimit | static constexpr int kLimit = 8
        Method draw.shapes.Shape.fill | template <class U> void fill(U with)
        Method draw.shapes.Shape.points | const std::vector<Point>* points(int first = 0)
        Enum draw.shapes.Shape.Mode | enum class Mode : int
        EnumMember draw.shapes.Shape.Mode.Open | Open
        EnumMember draw.shapes.Shape.Mode.Closed | Closed = 2
        Struct draw.shapes.Shape.Corner | struct Corner
        Field draw.shapes.Shape.Corner.x | int x, y
        Field draw.shapes.Shape.Corner.y | int x, y
        Interface draw.shapes.Shape.value_type | using value_type = T
        Field draw.shapes.Shape.size_ | int size_, *spare_ = nullptr
        Field draw.shapes.Shape.spare_ | int size_, *spare_ = nullptr
        Field draw.shapes.Shape.first_ | T& first_
        Struct draw.shapes.Either | union Either
        Field draw.shapes.Either.number | int number
        Field draw.shapes.Either.fraction | float fraction
        Interface draw.shapes.Drawable | concept Drawable = requires(T it) { it.draw(); }
        Interface draw.shapes.Circle | using Circle = Shape<double>
        Function draw.shapes.secret | int secret() | (hidden)
    """)


def test_members_outside_of_their_class() -> None:
    """A definition belongs to the class in its name, and replaces the declaration there."""
    text = """
    class Store {
     public:
      explicit Store(int size);
      int get(int key) const;
      void put(int key);
    };

    Store::Store(int size) : size_(size) {}
    int Store::get(int key) const { return key; }
    template <typename T> T* Box<T>::take() { return it; }
    void app::Main::run() {}
    Store::~Store() {}
    bool Store::operator<(const Store& other) const { return true; }
    int Store::count = 0;
    """
    assert symbols("a.cpp", text) == expected("""
        Class Store | class Store
        Method Store.put | void put(int key)
        Constructor Store.Store | Store::Store(int size)
        Method Store.get | int Store::get(int key) const
        Method Box.take | template <typename T> T* Box<T>::take()
        Method app.Main.run | void app::Main::run()
        Method Store.~Store | Store::~Store()
        Method Store.operator< | bool Store::operator<(const Store& other) const
        Field Store.count | int Store::count = 0
    """)


def test_a_namespace_may_be_opened_again() -> None:
    """Its members are named by it each time."""
    text = """
    namespace app {
    int one();
    }
    namespace app {
    int two();
    int one() { return 1; }
    }
    """
    assert symbols("a.cpp", text) == expected("""
        Namespace app | namespace app
        Namespace app#2 | namespace app
        Function app.two | int two()
        Function app.one | int one()
    """)


def test_macros_make_functions() -> None:
    """A function without a type at the top of a file is made by a macro."""
    text = """
    TEST(StoreTest, Puts) { put(1); }
    BENCHMARK(gets) { get(1); }
    int main() { return 0; }
    extern "C" { void plugin_start(void); }
    """
    assert symbols("a.cpp", text) == expected("""
        Method StoreTest.Puts | TEST(StoreTest, Puts)
        Function gets | BENCHMARK(gets)
        Function main | int main()
        Function plugin_start | void plugin_start(void)
    """)


def test_references() -> None:
    """Calls by any path, types, bases; neither parameters, variables nor type parameters."""
    text = """
    using std::string;
    class Store : public base::Table<Row>, Logged {
      void put(const Row& row) {
        auto [key, value] = split(row);
        for (auto& each : rows_) each.touch();
        base::check<Row>(key);
        this->log(value)->flush();
        Cell* cell = new Cell(key);
        std::vector<Entry> entries;
        auto size = base::Limits::kMost;
      }
    };
    """
    assert references("a.cpp", text) == expected("""
        read std in -
        type std.string in -
        read base in Store
        inherits base.Table in Store
        type Row in Store
        inherits Logged in Store
        type Row in Store.put
        call split in Store.put
        read rows_ in Store.put
        call rows_[].touch in Store.put
        read base in Store.put
        call base.check in Store.put
        type Row in Store.put
        call @self.log in Store.put
        call @self.log().flush in Store.put
        type Cell in Store.put
        call Cell in Store.put
        read std in Store.put
        type std.vector in Store.put
        type Entry in Store.put
        read base in Store.put
        read base.Limits in Store.put
        read base.Limits.kMost in Store.put
    """)
