"""Ruby: names and members resolve by the rules of the language. `«…»` marks the names in question."""

from ctx_lsp.graph.resolution.scope import MAX_SEARCHED_ANCESTORS
from ctx_lsp.graph.tables import MAX_HOLDERS, MAX_PIECES
from ctx_lsp.snapshot.host import Host
from tests.graph.meant import meant
from tests.graph.test_resolve import edges
from tests.workspaces import files_of

SITE = """
=== lib/site.rb
require "json"
module Blog
  class Site < Base
    include Logging
    attr_reader :config
    def initialize(config)
      @config = Config.new(config)
      @pages = [Page.new("a")]
      @reader ||= «Reader».new(self)
    end
    def render
      «log» "start"
      «@reader».«read».«title»
      @pages.each { |page| page.«render» }
      config.«fetch»("a")
      «helper»
      «shared»
      page = «Page».«build»("x")
      page.«render»
      Page.new("y").«url».«length»
      «File».open("x")
      self.class.«load»
      ::«Page».new
      unknown.«strip»
      raise Errors::«Broken»
    rescue Errors::«Broken» => error
      error.«tell»
    end
    def self.load; new("a").«render»; end
    private
    def helper; end
  end
end
=== lib/site_more.rb
module Blog
  class Site
    def render_more
      «@config».«fetch»("b")
    end
  end
end
=== lib/base.rb
module Blog
  class Base
    def shared; end
  end
  module Logging
    def log(text); end
  end
  module Errors
    class Broken < StandardError
      def tell; end
    end
  end
  class Config
    def fetch(key); end
  end
  class Reader
    def read; Page.new("z"); end
  end
  module Util
    class File; end
  end
end
=== lib/page.rb
module Blog
  class Page
    attr_accessor :title
    def initialize(url); @url = url; end
    def self.build(url)
      new(url)
    end
    def render; end
    def url = "x"
    def strip; end
  end
end
=== other/page.rb
class Page
  def render; end
  def self.build(url); end
end
class Store
  def fetch(key); end
  def log(text); end
  def helper; end
end
"""


def test_members_follow_constants_values_and_modules() -> None:
    """Constants by lexical scope, classes in pieces, methods of modules; names of the language are not guessed."""
    assert meant(SITE) == [
        "Reader -> base.rb::Blog.Reader",
        "log -> base.rb::Blog.Logging.log",
        "@reader -> site.rb::Blog.Site.@reader",
        "read -> base.rb::Blog.Reader.read",
        "title -> page.rb::Blog.Page.title",
        "render -> page.rb::Blog.Page.render",
        "fetch -> base.rb::Blog.Config.fetch",
        "helper -> site.rb::Blog.Site.helper",
        "shared -> base.rb::Blog.Base.shared",
        "Page -> page.rb::Blog.Page",
        "build -> page.rb::Blog.Page.build",
        "render -> page.rb::Blog.Page.render",
        "url -> page.rb::Blog.Page.url",
        "length ->",
        "File ->",
        "load -> site.rb::Blog.Site.load",
        "Page -> page.rb::Page",
        "strip ->",
        "Broken -> base.rb::Blog.Errors.Broken",
        "Broken -> base.rb::Blog.Errors.Broken",
        "tell -> base.rb::Blog.Errors.Broken.tell",
        "render -> site.rb::Blog.Site.render",
        "@config -> site.rb::Blog.Site.@config",
        "fetch -> base.rb::Blog.Config.fetch",
    ]


def test_inference_of_self_returning_collections_ends() -> None:
    """A collection that is its own iterator, and one whose methods call each other, have no elements to follow."""
    text = """
=== a.rb
class Rows
  def each
    self
  end
  def one = two
  def two = one
end
Rows.new.each { |row| row.«name» }
Rows.new.map { |row| row.«name» }
Rows.new.one.«name»
=== b.py
class Rows:
    def __iter__(self):
        return self
def run():
    for row in Rows():
        row.«name»
"""
    assert [line.partition(" ->")[0] for line in meant(text)] == ["name"] * 4


def test_members_are_found_in_one_of_many_ancestors() -> None:
    """With more ancestors than are searched one by one, members are found in each, even in a reopened one."""
    modules = "".join(f"module M{i}\n  def only_{i}\n  end\nend\n" for i in range(20))
    includes = "".join(f"  include M{i}\n" for i in range(20))
    text = (
        f"=== lib/modules.rb\n{modules}=== lib/more.rb\nmodule M17\n  def added\n  end\nend\n"
        f"=== lib/user.rb\nclass User\n{includes}  def run\n    only_15\n    added\n    nowhere\n  end\nend\n"
    )
    found = [edge for edge in edges(text, "calls reads") if edge.startswith("lib/user.rb::User.run")]
    assert [edge.rpartition("::")[2] for edge in found] == ["M15.only_15", "M17.added"]


def test_a_name_that_hundreds_of_types_have_is_found_in_one_of_many_ancestors() -> None:
    modules = "".join(f"module M{i}\n  def only_{i}\n  end\nend\n" for i in range(MAX_SEARCHED_ANCESTORS + 1))
    includes = "".join(f"  include M{i}\n" for i in range(MAX_SEARCHED_ANCESTORS + 1))
    others = "".join(f"class Other{i}\n  def only_{MAX_SEARCHED_ANCESTORS}\n  end\nend\n" for i in range(MAX_HOLDERS))
    text = (
        f"=== lib/modules.rb\n{modules}=== lib/others.rb\n{others}"
        f"=== lib/user.rb\nclass User\n{includes}  def run\n    only_{MAX_SEARCHED_ANCESTORS}\n  end\nend\n"
    )
    found = [edge for edge in edges(text, "calls reads") if edge.startswith("lib/user.rb::User.run")]
    assert [edge.rpartition("::")[2] for edge in found] == [f"M{MAX_SEARCHED_ANCESTORS}.only_{MAX_SEARCHED_ANCESTORS}"]


def test_a_namespace_that_many_files_reopen_leads_to_the_main_one() -> None:
    """Only a few of the pieces are kept, including the one in the file named after the namespace."""
    pieces = "".join(f"=== a/part_{i:02}.rb\nmodule Shop\n  class Part{i}\n  end\nend\n" for i in range(MAX_PIECES + 2))
    text = f"{pieces}=== lib/shop.rb\nmodule Shop\nend\n=== run.rb\ndef run\n  Shop\nend\n"
    found = [edge for edge in edges(text, "calls reads") if edge.startswith("run.rb::run")]
    assert len(found) == 1
    assert found[0].endswith("lib/shop.rb::Shop")


def test_few_namesakes_in_the_pieces_of_a_type_are_kept() -> None:
    text = "class Shop\n  def open; end\nend\n" * (MAX_PIECES + 2)
    host = Host()
    host.apply(files_of(f"=== shop.rb\n{text}"))
    snapshot = host.snapshot(None)
    found = snapshot.tables.lookups(snapshot.files["shop.rb"]).added("ruby", "Shop", "open")
    assert [one.qualname for one in found] == ["Shop.open", *(f"Shop#{i}.open" for i in range(2, MAX_PIECES + 1))]


REOPENED = """
=== pot.rb
class Base
  def warm; end
end
module Handle
  def carry; end
end
module Kitchen
  class Lid; end
end
class Pot
  def lid; end
  def cover = «pour»
end
class Pot < Base
  include Handle
  def pour
    «lid»
    «carry»
    «warm»
  end
end
module Kitchen
  class Spoon < Lid; end
  def self.stir = «Lid».new
end
Pot.new.«lid».x
Pot.new.«pour».x
Pot.new.«carry».x
Pot.new.«warm».x
=== other.rb
class Cook < Pot
  def run
    «lid»
    «pour»
    Kitchen::«Spoon».new
    Kitchen::«Lid».new
  end
end
"""


def test_a_type_that_its_own_file_reopens_is_one_type() -> None:
    assert meant(REOPENED) == [
        "pour -> pot.rb::Pot#2.pour",
        "lid -> pot.rb::Pot.lid",
        "carry -> pot.rb::Handle.carry",
        "warm -> pot.rb::Base.warm",
        "Lid -> pot.rb::Kitchen.Lid",
        "lid -> pot.rb::Pot.lid",
        "pour -> pot.rb::Pot#2.pour",
        "carry -> pot.rb::Handle.carry",
        "warm -> pot.rb::Base.warm",
        "lid -> pot.rb::Pot.lid",
        "pour -> pot.rb::Pot#2.pour",
        "Spoon -> pot.rb::Kitchen.Spoon",
        "Lid -> pot.rb::Kitchen.Lid",
    ]


SETTERS = """
=== a.rb
class A
  attr_accessor :plain
  def name=(value)
    @name = value
  end
  def name; @name; end
  def run
    self.name = 1
    name = 2
  end
end
=== b.rb
def set
  a = A.new
  a.name = 1
  a.plain = 2
end
def change
  A.new.name ||= 1
end
def several(a)
  a.plain, a.name = 1, 2
end
def get
  A.new.name
end
"""


def test_an_assignment_to_a_member_calls_its_setter() -> None:
    assert [edge for edge in edges(SETTERS, "calls writes") if not edge.endswith("::A")] == [
        "a.rb::A.run calls a.rb::A.name=",
        "b.rb::change calls a.rb::A.name=",
        "b.rb::get calls a.rb::A.name",
        "b.rb::set calls a.rb::A.name=",
        "b.rb::set writes a.rb::A.plain",
        "b.rb::several calls a.rb::A.name=",
        "b.rb::several writes a.rb::A.plain",
    ]


MIXINS = """
=== mixin.rb
module Manager
  def initialize
    @rules = Rules.new
  end
  def run
    @rules.apply
  end
  def self.shared
    @shared ||= Rules.new
  end
end
=== rules.rb
class Rules
  def apply
  end
end
=== user.rb
class Application
  include Manager
  def again
    @rules.apply
  end
end
"""


def test_modules_have_instance_variables() -> None:
    assert edges(MIXINS, "calls reads") == [
        "mixin.rb::Manager.initialize calls rules.rb::Rules",
        "mixin.rb::Manager.run calls rules.rb::Rules.apply",
        "mixin.rb::Manager.run reads mixin.rb::Manager.@rules",
        "mixin.rb::Manager.shared calls rules.rb::Rules",
        "user.rb::Application.again calls rules.rb::Rules.apply",
        "user.rb::Application.again reads mixin.rb::Manager.@rules",
    ]
