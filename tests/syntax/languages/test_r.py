"""R: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = r"""
#' Fits a model.
#' @export
fit <- function(data, formula = NULL, ...) {
  library(stats)
  model <- stats::lm(formula, data)
  inner <- function(x) x + 1
  print.fit(inner(model$coef))
  MAX_ITER
}

MAX_ITER <- 100
.hidden = 3
cache <<- new.env()
print.fit <- \(x) cat("fit")
"%+%" <- function(a, b) paste0(a, b)
setGeneric("area", function(shape) standardGeneric("area"))
setClass("Shape", representation(name = "character"), contains = "Base")
Person <- setRefClass("Person", fields = list(name = "character"), methods = list(
  greet = function() { cat(name) }
))
Stack <- R6Class("Stack", inherit = Base, public = list(
  items = NULL,
  initialize = function(x) { self$items <- x },
  push = function(x) { self$items <- c(self$items, x) }
), private = list(size = 0), active = list(n = function() length(self$items)))
Account <- R6::R6Class("Account",
  public = list(total = 0)
)
setMethod("area", "Square", function(shape) shape@side)
require(ggplot2)
requireNamespace("dplyr")
source("R/util.R")
box::use(a/b)
if (TRUE) later <- function() 1
data |> dplyr::filter(x > 1) |> fit()
function(x) x -> assigned
"""


def test_symbols() -> None:
    """Functions are values that are bound; classes are made by calls."""
    assert symbols("a.R", SOURCE) == expected(r"""
        Function fit | fit <- function(data, formula = NULL, ...) | "Fits a model."
        Function fit.inner | inner <- function(x) | (hidden)
        Constant MAX_ITER | MAX_ITER <- 100
        Variable .hidden | .hidden = 3 | (hidden)
        Variable cache | cache <<- new.env()
        Function print.fit | print.fit <- \(x)
        Function "%+%" | "%+%" <- function(a, b)
        Function area#2 | setGeneric("area", function(shape) standardGeneric("area"))
        Class Shape | setClass Shape
        Class Person | Person <- setRefClass
        Field Person.name | name = "character"
        Method Person.greet | greet = function()
        Class Stack | Stack <- R6Class | inherits Base
        Field Stack.items | items = NULL
        Constructor Stack.initialize | initialize = function(x)
        Method Stack.push | push = function(x)
        Field Stack.size | size = 0
        Method Stack.n | n = function()
        Class Account | Account <- R6::R6Class
        Field Account.total | total = 0
        Function area | setMethod("area", "Square", function(shape)
        Function later | later <- function()
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.R", SOURCE) == expected("""
        stats *
        ggplot2 *
        dplyr *
        R/util.R *
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.R", SOURCE) == expected("""
        read stats in fit
        call stats.lm in fit
        call print.fit in fit
        call inner in fit
        read ?.coef in fit
        read MAX_ITER in fit
        call new.env in cache
        call cat in print.fit
        call paste0 in "%+%"
        call setGeneric in area#2
        call standardGeneric in area#2
        call setClass in Shape
        call representation in Shape
        call setRefClass in Person
        call list in Person
        call list in Person
        call cat in Person.greet
        read name in Person.greet
        call R6Class in Stack
        inherits Base in Stack
        call list in Stack
        read self in Stack.initialize
        read self.items in Stack.initialize
        read self in Stack.push
        read self.items in Stack.push
        call c in Stack.push
        read self in Stack.push
        read self.items in Stack.push
        call list in Stack
        call list in Stack
        call length in Stack.n
        read self in Stack.n
        read self.items in Stack.n
        read R6 in Account
        call R6.R6Class in Account
        call list in Account
        call setMethod in area
        read ?.side in area
        call source in -
        read box in -
        call box.use in -
        read a in -
        read b in -
        read data in -
        read dplyr in -
        call dplyr.filter in -
        read x in -
        call fit in -
        read x in -
        read assigned in -
    """)
