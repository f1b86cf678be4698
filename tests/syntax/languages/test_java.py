"""Java: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

CART = """
/* Licence */
package com.acme.shop;

import java.util.List;
import java.util.concurrent.*;
import static com.acme.Money.cents;
import static com.acme.Money.*;

/** Holds items. */
@Deprecated
@Component("cart")
public abstract class Cart<T extends Comparable<T>> extends stock.Holder<T> implements Iterable<T>, View {
    public static final int MAX = 1;
    private final List<Item> items = new ArrayList<>(), dropped;
    @Inject Service service;

    static { Registry.add(Cart.class); }

    /**
     * Makes one.
     *
     * @param size how many
     */
    public Cart(int size, Item... rest) throws IOException {
        super(size);
        this.size = size;
    }

    @Override
    public String toString() {
        return name(size) + this.items.get(0).label() + Money.format(MAX);
    }

    protected abstract <U> Map<String, U> group(@Nullable T first, final int[] second);

    private void drop(Item item) {
        Runnable task = new Runnable() {
            int count;

            public void run() { again(); }
        };
        items.forEach(one -> one.drop());
        items.stream().map(Item::label).map(Label::new);
        for (Item other : items) { use(other); }
        try (Handle handle = open()) { handle.read(); } catch (IOException | Failure error) { log(error); }
        if ((Object) item instanceof Special special) { special.drop(); }
        Colour colour = Colour.RED;
        var made = new Outer.Inner<>(1);
        class Local {}
    }

    enum Colour implements Paint {
        RED(1) { void mix() {} },
        BLUE;

        private final int code;

        Colour() {}
    }

    record Point(int x, @Positive int y) implements Shape {
        Point { check(x); }
    }

    interface View extends Node {
        int DEPTH = 3;
        void open();
        default void close() {}
    }

    @interface Marker { String value() default ""; }
}
"""


def test_imports() -> None:
    assert imports("Cart.java", CART) == expected("""
        package com.acme.shop
        java.util List as List
        java.util.concurrent *
        com.acme.Money cents as cents
        com.acme.Money *
    """)


def test_symbols() -> None:
    assert symbols("Cart.java", CART) == expected("""
        Class Cart | public abstract class Cart<T extends Comparable<T>> extends stock.Holder<T> implements Iterable<T>, View | inherits stock.Holder implements Iterable, View @Deprecated @Component "Holds items."
        Constant Cart.MAX | public static final int MAX = 1
        Field Cart.items | private final List<Item> items = new ArrayList<>(), dropped | (hidden)
        Field Cart.dropped | private final List<Item> items = new ArrayList<>(), dropped | (hidden)
        Field Cart.service | Service service | @Inject
        Constructor Cart.Cart | public Cart(int size, Item... rest) throws IOException | "Makes one."
        Method Cart.toString | public String toString() | @Override
        Method Cart.group | protected abstract <U> Map<String, U> group(T first, final int[] second)
        Method Cart.drop | private void drop(Item item) | (hidden)
        Class Cart.drop.Local | class Local | (hidden)
        Enum Cart.Colour | enum Colour implements Paint | implements Paint
        EnumMember Cart.Colour.RED | RED(1)
        Method Cart.Colour.RED.mix | void mix()
        EnumMember Cart.Colour.BLUE | BLUE
        Field Cart.Colour.code | private final int code | (hidden)
        Constructor Cart.Colour.Colour | Colour()
        Class Cart.Point | record Point(int x, int y) implements Shape | implements Shape
        Field Cart.Point.x | int x
        Field Cart.Point.y | int y | @Positive
        Constructor Cart.Point.Point | Point
        Interface Cart.View | interface View extends Node | inherits Node
        Constant Cart.View.DEPTH | int DEPTH = 3
        Method Cart.View.open | void open()
        Method Cart.View.close | default void close()
        Interface Cart.Marker | @interface Marker
        Method Cart.Marker.value | String value() default ""
    """)


def test_references() -> None:
    assert references("Cart.java", CART) == expected("""
        decorates Deprecated in Cart
        decorates Component in Cart
        type Comparable in Cart
        type stock in Cart
        inherits stock.Holder in Cart
        implements Iterable in Cart
        implements View in Cart
        type List in Cart.dropped
        type Item in Cart.dropped
        call ArrayList in Cart.dropped
        decorates Inject in Cart.service
        type Service in Cart.service
        read Registry in Cart
        call Registry.add in Cart
        type Cart in Cart
        type Item in Cart.Cart
        raises IOException in Cart.Cart
        write @self.size in Cart.Cart
        decorates Override in Cart.toString
        type String in Cart.toString
        call name in Cart.toString
        read size in Cart.toString
        read @self.items in Cart.toString
        call @self.items.get in Cart.toString
        call @self.items.get().label in Cart.toString
        read Money in Cart.toString
        call Money.format in Cart.toString
        read MAX in Cart.toString
        type Map in Cart.group
        type String in Cart.group
        decorates Nullable in Cart.group
        type Item in Cart.drop
        type Runnable in Cart.drop
        call Runnable in Cart.drop
        call again in Cart.drop
        read items in Cart.drop
        call items.forEach in Cart.drop
        call items.forEach(0)(0).drop in Cart.drop
        read items in Cart.drop
        call items.stream in Cart.drop
        call items.stream().map in Cart.drop
        read Item in Cart.drop
        call Item.label in Cart.drop
        call items.stream().map().map in Cart.drop
        call Label in Cart.drop
        type Item in Cart.drop
        read items in Cart.drop
        call use in Cart.drop
        type Handle in Cart.drop
        call open in Cart.drop
        call {Handle}.read in Cart.drop
        catches IOException in Cart.drop
        catches Failure in Cart.drop
        call log in Cart.drop
        type Object in Cart.drop
        type Special in Cart.drop
        call {Special}.drop in Cart.drop
        type Colour in Cart.drop
        read Colour in Cart.drop
        read Colour.RED in Cart.drop
        type Outer in Cart.drop
        call Outer.Inner in Cart.drop
        implements Paint in Cart.Colour
        decorates Positive in Cart.Point.y
        implements Shape in Cart.Point
        call check in Cart.Point.Point
        read x in Cart.Point.Point
        inherits Node in Cart.View
        type String in Cart.Marker.value
    """)
