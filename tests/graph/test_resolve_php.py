"""PHP: names and members resolve by the rules of the language; workspaces as text in, edges as text out."""

from tests.graph.test_resolve import edges

SHOP = r"""
=== src/Cart.php
<?php
namespace Shop;
use Shop\Stock\{Item, Shelf as Rack};
use Vendor\Price;
use function Shop\Text\slug;
class Cart extends Base implements \Countable {
    use Counts;
    private Rack $rack;
    /** @var int */
    public static $open = 0;
    public function __construct(private readonly Log\Writer $log) { $this->rack = new Rack(); }
    public function fill(Item $item): static {
        $this->rack->put($item)->label;
        $this->log->write(slug("x"));
        self::$open++;
        parent::fill($item);
        $this->tally();
        Stock\Item::blank()->weight;
        \Shop\Stock\Item::blank();
        $price = new Price();
        $price->weight;
        \strlen("x");
        try { $item->weight; } catch (Lost $error) { $error->tell(); }
        return $this;
    }
}
=== src/Base.php
<?php
namespace Shop;
class Base { public function fill($item) {} }
trait Counts { function tally() {} }
class Lost extends \Exception { function tell() {} }
function strlen($text) {}
=== src/Stock.php
<?php
namespace Shop\Stock;
class Item { public int $weight = 1; static function blank(): self { return new self(); } }
class Shelf { function put(Item $item): Item { return $item; } }
class Price { public $weight; }
=== src/Log.php
<?php
namespace Shop\Log;
class Writer { function write($text) {} }
=== src/Text.php
<?php
namespace Shop\Text;
function slug($text) {}
=== other/Lost.php
<?php
namespace Other;
class Lost { function tell() {} }
class Rack { function put($item) {} }
"""


def test_members_follow_declared_types_imports_traits_and_bases() -> None:
    """Namespaces decide between namesakes; names imported from outside stay external."""
    assert edges(SHOP, "calls inherits implements reads writes catches overrides") == [
        "src/Cart.php::Cart inherits src/Base.php::Base",
        "src/Cart.php::Cart inherits src/Base.php::Counts",
        "src/Cart.php::Cart.__construct calls src/Stock.php::Shelf",
        "src/Cart.php::Cart.__construct writes src/Cart.php::Cart.rack",
        "src/Cart.php::Cart.fill calls src/Base.php::Base.fill",
        "src/Cart.php::Cart.fill calls src/Base.php::Counts.tally",
        "src/Cart.php::Cart.fill calls src/Base.php::Lost.tell",
        "src/Cart.php::Cart.fill calls src/Log.php::Writer.write",
        "src/Cart.php::Cart.fill calls src/Stock.php::Item.blank",
        "src/Cart.php::Cart.fill calls src/Stock.php::Shelf.put",
        "src/Cart.php::Cart.fill calls src/Text.php::slug",
        "src/Cart.php::Cart.fill catches src/Base.php::Lost",
        "src/Cart.php::Cart.fill overrides src/Base.php::Base.fill",
        "src/Cart.php::Cart.fill reads src/Cart.php::Cart.log",
        "src/Cart.php::Cart.fill reads src/Cart.php::Cart.rack",
        "src/Cart.php::Cart.fill reads src/Stock.php::Item",
        "src/Cart.php::Cart.fill reads src/Stock.php::Item.weight",
        "src/Cart.php::Cart.fill writes src/Cart.php::Cart.open",
    ]
