"""Handlers: convert, ask the façade, convert. No decisions about code, ranking or packing are made here."""
