"""Clojure: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
(ns shapes.core
  "Shapes."
  (:require [clojure.string :as str]
            [shapes.util :refer [helper other]]
            shapes.base)
  (:use shapes.all)
  (:import (java.util Date UUID)
           java.io.File))
;; How many.
(def max-sides "Doc." 8)
(def ^:private cache (atom {}))
(defonce state (atom nil))
(defn area
  "Its area."
  [shape & {:keys [scale]}]
  (let [side (:side shape)
        inner (fn [x] (* x scale))]
    (str/join "," (map helper [side]))
    (inner side)))
(defn- hidden ([x] x) ([x y] (area x)))
(defmacro check [form] `(do ~form))
(defprotocol Drawable
  "Draws."
  (draw [this] "Draws it.")
  (erase [this x]))
(defrecord Square [side name]
  Drawable
  (draw [this] (helper side)))
(deftype Circle [r])
(defmulti price :kind)
(defmethod price :round [s] (:r s))
(extend-type Square Erasable (wipe [this] nil))
(deftest area-test (is (= 1 (area (->Square 1 "a")))))
(defn ^String ->name [x] (.toUpperCase x) (Date.) (Square. 1))
"""


def test_symbols() -> None:
    """Definitions by their macro, with members of protocols and records."""
    assert symbols("a.clj", SOURCE) == expected("""
        Variable max-sides | (def max-sides "Doc." 8) | "Doc."
        Variable cache | (def ^:private cache (atom {})) | (hidden)
        Variable state | (defonce state (atom nil))
        Function area | (defn area | "Its area."
        Function hidden | (defn- hidden | (hidden)
        Function check | (defmacro check [form]
        Interface Drawable | (defprotocol Drawable | "Draws."
        Method Drawable.draw | (draw [this] "Draws it.") | "Draws it."
        Method Drawable.erase | (erase [this x])
        Class Square | (defrecord Square [side name] | implements Drawable
        Field Square.side | side
        Field Square.name | name
        Method Square.draw | (draw [this]
        Class Circle | (deftype Circle [r])
        Field Circle.r | r
        Function price#2 | (defmulti price :kind)
        Function price | (defmethod price :round
        Method Square.wipe | (wipe [this]
        Function area-test | (deftest area-test
        Function ->name | (defn ^String ->name [x]
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.clj", SOURCE) == expected("""
        package shapes.core
        clojure.string as str
        shapes.util helper as helper
        shapes.util other as other
        shapes.base as shapes.base
        shapes.all *
        java.util Date as Date
        java.util UUID as UUID
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.clj", SOURCE) == expected("""
        call atom in cache
        call atom in state
        call str.join in area
        call map in area
        read helper in area
        call area in hidden
        read x in Drawable.erase
        implements Drawable in Square
        call helper in Square.draw
        read side in Square.draw
        read Erasable in -
        call area in area-test
        call ->Square in area-test
        read String in ->name
        call .toUpperCase in ->name
        call Date. in ->name
        call Square. in ->name
    """)
