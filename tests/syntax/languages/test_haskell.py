"""Haskell: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

MODULE = """
{-# LANGUAGE OverloadedStrings #-}
-- | About the module.
module Data.Shop (Cart (..), ToPrice (..), (<+>), total) where

import Control.Monad
import qualified Data.Map as M
import Data.Text (Text, pack)
import Prelude hiding (lookup)

-- | A cart of items.
data Cart = Cart { items :: [Item], owner :: !Text } | Empty
  deriving (Eq, Show)

newtype Item = Item Text

type Prices = M.Map Text Int

-- | What has a price.
class Show a => ToPrice a where
  price :: a -> Int
  price _ = 0

instance ToPrice Item where
  price (Item name) = lookup name

instance ToPrice a => ToPrice (Maybe a) where
  price = maybe 0 price

-- | The price of everything.
total :: Cart -> Int
total Empty = 0
-- the ordinary case
total cart = sum . map price $ items cart
  where
    unused = cart

infixl 6 <+>
(<+>) :: Cart -> Cart -> Cart
a <+> b = a { items = items a ++ items b }

lookup name = M.findWithDefault 0 name prices
"""


def test_a_signature_and_its_equations_are_one_function() -> None:
    """Data types hold constructors and fields, classes their methods, instances add methods to the type."""
    assert symbols("A.hs", MODULE) == expected("""
        Struct Cart | data Cart | implements Eq, Show "A cart of items."
        EnumMember Cart.Cart | Cart { items :: [Item], owner :: !Text }
        Field Cart.items | items :: [Item]
        Field Cart.owner | owner :: !Text
        EnumMember Cart.Empty | Empty
        Struct Item | newtype Item | implements ToPrice (hidden)
        EnumMember Item.Item | Item Text | (hidden)
        Interface Prices | type Prices = M.Map Text Int | (hidden)
        Interface ToPrice | class Show a => ToPrice a where | inherits Show "What has a price."
        Method ToPrice.price | price :: a -> Int
        Method Item.price | price (Item name) | (hidden)
        Method Maybe.price | price
        Function total | total :: Cart -> Int | "The price of everything."
        Function <+> | (<+>) :: Cart -> Cart -> Cart
        Function lookup | lookup name | (hidden)
    """)


def test_imports_open_or_qualified() -> None:
    """`hiding` imports the whole module; the query cannot exclude the listed names."""
    assert imports("A.hs", MODULE) == expected("""
        package Data.Shop
        Control.Monad *
        Data.Map as M
        Data.Text Text as Text
        Data.Text pack as pack
        Prelude *
        Prelude lookup as lookup
    """)


def test_references_are_applications_types_and_classes() -> None:
    """Composition is an operator, not a receiver; parameters and local bindings are not references."""
    assert references("A.hs", MODULE) == expected("""
        type Item in Cart.items
        type Text in Cart.owner
        implements Eq in Cart
        implements Show in Cart
        type Text in Item.Item
        type M.Map in Prices
        type Text in Prices
        type Int in Prices
        inherits Show in ToPrice
        type Int in ToPrice.price
        implements ToPrice in Item
        call Item in Item.price
        call lookup in Item.price
        type ToPrice in -
        implements ToPrice in -
        call maybe in Maybe.price
        read price in Maybe.price
        type Cart in total
        type Int in total
        read Empty in total
        call sum in total
        call map in total
        read price in total
        call items in total
        type Cart in <+>
        type Cart in <+>
        type Cart in <+>
        read items in <+>
        call items in <+>
        call items in <+>
        call M.findWithDefault in lookup
    """)
