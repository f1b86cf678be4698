"""Ruby: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols, values


def test_definitions_nest_in_modules_and_classes() -> None:
    """Modules, classes, methods of either side and constants, with the names as Ruby writes them."""
    text = """
    module Jekyll
      # A set of options.
      class Config < Hash
        include Comparable
        extend Forwardable

        DEFAULTS = { "source" => "." }.freeze

        def initialize(site)
          @site = site
        end

        # Whether it is blank.
        def empty?
          # nothing yet
        end

        def source=(path); end

        def <=>(other) = 0

        def self.load!(path, strict: true, **rest, &block)
          new(path)
        end

        class << self
          def from(hash)
            new(hash)
          end
        end
      end

      module Utils
        def slugify(text)
          text.downcase
        end
      end
    end

    def helper(value) end
    """
    assert symbols("a.rb", text) == expected("""
        Module Jekyll | module Jekyll
        Class Jekyll.Config | class Config < Hash | inherits Hash, Comparable, Forwardable "A set of options."
        Constant Jekyll.Config.DEFAULTS | DEFAULTS = { "source" => "." }.freeze
        Constructor Jekyll.Config.initialize | def initialize(site)
        Field Jekyll.Config.@site | @site = site
        Method Jekyll.Config.empty? | def empty? | "Whether it is blank."
        Method Jekyll.Config.source= | def source=(path)
        Method Jekyll.Config.<=> | def <=>(other)
        Method Jekyll.Config.load! | def self.load!(path, strict: true, **rest, &block)
        Method Jekyll.Config.from | def from(hash)
        Module Jekyll.Utils | module Utils
        Method Jekyll.Utils.slugify | def slugify(text)
        Function helper | def helper(value)
    """)


def test_names_can_be_given_as_symbols() -> None:
    """Accessors, aliases, structures and methods that are defined by a call."""
    text = """
    class Page
      attr_accessor :url, :site
      attr_reader "name"
      alias title name
      alias_method :to_s, :name
      define_method(:weight) { |scale| scale }

      Point = Struct.new(:x, :y) do
        def length = x + y
      end
      Broken = Class.new(StandardError)
    end
    task :build do
      system "make"
    end
    """
    assert symbols("a.rb", text) == expected("""
        Class Page | class Page
        Field Page.url | attr_accessor :url, :site
        Field Page.site | attr_accessor :url, :site
        Field Page.name | attr_reader "name"
        Method Page.title | alias title name
        Method Page.to_s | alias_method :to_s, :name
        Method Page.weight | define_method(:weight)
        Class Page.Point | Point = Struct.new(:x, :y)
        Field Page.Point.x | :x
        Field Page.Point.y | :y
        Method Page.Point.length | def length
        Class Page.Broken | Broken = Class.new(StandardError) | inherits StandardError
        Function build | task :build
    """)


def test_names_can_hold_a_path() -> None:
    """A class that is named by its path nests in what the path names."""
    text = """
    module Liquid
      class Tags::If < Base::Block
        def render; end
      end
    end
    """
    assert symbols("a.rb", text) == expected("""
        Module Liquid | module Liquid
        Class Liquid.Tags.If | class Tags::If < Base::Block | inherits Base.Block
        Method Liquid.Tags.If.render | def render
    """)


def test_private_methods_are_hidden() -> None:
    """A bare `private` hides what follows, one with a definition that definition."""
    text = """
    class Site
      def open; end
      private def inner; end
      def still_open; end

      private

      def closed; end
    end
    """
    assert symbols("a.rb", text) == expected("""
        Class Site | class Site
        Method Site.open | def open
        Method Site.inner | def inner | (hidden)
        Method Site.still_open | def still_open
        Method Site.closed | def closed | (hidden)
    """)


def test_imports_are_files() -> None:
    """Every way to load a file names the file alone."""
    text = """
    require "set"
    require_relative "../site"
    autoload :Page, "jekyll/page"
    load "tasks.rb"
    require name
    """
    assert imports("a.rb", text) == expected("""
        set
        ../site
        jekyll/page
        tasks.rb
    """)


def test_references_are_calls_types_and_bases() -> None:
    """A bare name is a call unless it is a parameter or a variable; `new` is a call of its class."""
    text = """
    class Site < Base::Site
      include Comparable
      def read(path)
        reader = Reader.new(path)
        reader.fetch!
        reset
        layouts = Jekyll::Layouts.load(path) { |name| name.strip; skip }
        raise Errors::Broken, "no" if path.is_a?(Pathname)
      rescue IOError => error
        log error
      end
    end
    """
    assert references("a.rb", text) == expected("""
        read Base in Site
        inherits Base.Site in Site
        inherits Comparable in Site
        call Reader in Site.read
        call Reader.new().fetch! in Site.read
        call reset in Site.read
        read Jekyll in Site.read
        read Jekyll.Layouts in Site.read
        call Jekyll.Layouts.load in Site.read
        call ?.strip in Site.read
        call skip in Site.read
        read Errors in Site.read
        raises Errors.Broken in Site.read
        call ?.is_a? in Site.read
        type Pathname in Site.read
        catches IOError in Site.read
        call log in Site.read
    """)


def test_values_of_names() -> None:
    """Variables of an object are its fields; the last expression of a method is its result."""
    text = """
    class Site
      def initialize(reader = Reader.new)
        @reader = reader
        @pages ||= [Page.new]
      end
      def first
        @pages.each { |page| page.open }
        @reader.read.close
        self.class.load(@@count)
      end
      def cache = @cache ||= Cache.new(1)
      def self.load(path)
        site = new(path)
        site.first
        site
      end
    rescue Broken => error
      error.tell
    end
    """
    assert values("a.rb", text) == expected("""
        Site.initialize: {}
        Site.@reader: Reader.new
        Site.@pages: Page.new%
        Site.first: @self.class.load()
        Site.@cache: Cache.new()
        Site.load: new()
    """)
    assert references("a.rb", text) == expected("""
        call Reader in Site.initialize
        call Page in Site.initialize
        read @self.@pages in Site.first
        call @self.@pages.each in Site.first
        call @self.@pages[].open in Site.first
        read @self.@reader in Site.first
        call @self.@reader.read in Site.first
        call @self.@reader.read.close in Site.first
        call @self.class in Site.first
        call @self.class.load in Site.first
        read @self.@@count in Site.first
        call Cache in Site.cache
        call new in Site.load
        call new().first in Site.load
        catches Broken in Site
        call error in Site
        call {Broken}.tell in Site
    """)
