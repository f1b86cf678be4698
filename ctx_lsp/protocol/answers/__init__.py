"""Answers of the façade as wire types: plain functions, one module a topic. Nothing is asked or decided here."""
