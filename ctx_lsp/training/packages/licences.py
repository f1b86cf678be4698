"""Recognises permissive licences, and finds the licence that a package declares. Nothing is downloaded here."""

import re
from collections.abc import Iterable

_PERMISSIVE = re.compile(
    r"\b(mit(?:-0)?|expat|x11|(?:0|[234]-clause[ -]?)?bsd(?:[- ]?[234](?:[- ]clause)?)?|apache|isc|psf|python software"
    r"|zlib|unlicense|cc0|public[- ]domain)\b",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"gpl|gnu|mpl|mozilla|epl|eclipse|cddl|eupl|sspl|busl|elastic|commons[- ]clause|proprietary|cc[- ]by|creative"
    r"|artistic|osl|ms-pl|\bcpl\b|ruby|\bopenssl\b|json",
    re.IGNORECASE,
)
_STANZA = re.compile(r"^Files:(.*?)^License:[ \t]*(.*?)$", re.MULTILINE | re.DOTALL)
_PACKAGING = re.compile(r"^\s*debian/")
_TEXTS = (  # characteristic phrases of the licence texts
    ("Apache-2.0", re.compile(r"Apache License,?\s+Version 2\.0", re.IGNORECASE)),
    ("MIT", re.compile(r"Permission is hereby granted, free of charge, to any person", re.IGNORECASE)),
    ("BSD", re.compile(r"Redistribution and use in source and binary forms", re.IGNORECASE)),
    ("ISC", re.compile(r"Permission to use, copy, modify, and(?:/or)? distribute this software", re.IGNORECASE)),
    ("Zlib", re.compile(r"This software is provided ['\"]as-is['\"], without any express or implied", re.IGNORECASE)),
    ("Unlicense", re.compile(r"This is free and unencumbered software released into the public domain", re.IGNORECASE)),
)
_COPYLEFT_TEXT = re.compile(
    r"GNU\s+(?:LESSER\s+|AFFERO\s+|LIBRARY\s+)?GENERAL\s+PUBLIC|Mozilla Public License|Eclipse Public", re.IGNORECASE
)
LONGEST = 400  # characters of a licence's name; longer values are whole texts


def is_permissive(expression: str) -> bool:
    """Return whether a licence, or an expression of several licences, clearly permits training and shipping the result.

    Every part joined by "and" must permit this, so `GPL OR MIT AND BSD` is read as `(GPL OR MIT) AND BSD`.
    """
    plain = re.sub(r",\s*version", " version", expression.strip("() "), flags=re.IGNORECASE)
    parts = [part for part in re.split(r"\s+and\s+|,|;", plain, flags=re.IGNORECASE) if part.strip()]
    return bool(parts) and all(_has_permissive(part) for part in parts)


def _has_permissive(alternatives: str) -> bool:
    names = re.split(r"\s+or\s+|\||/", alternatives, flags=re.IGNORECASE)
    return any(_PERMISSIVE.search(name) and not _OTHER.search(name) for name in names)


def of_metadata(metadata: str) -> str:
    """Return the licence in a Python package's METADATA: its licence expression, else its classifiers, else its field.

    The result is "" if there is none of these.
    """
    head = metadata.partition("\n\n")[0]
    fields = re.findall(r"^(License-Expression|Classifier|License): (.+)$", head, re.MULTILINE)
    expression = next((value for key, value in fields if key == "License-Expression"), "")
    classifiers = [
        value.rpartition("::")[2].strip()
        for key, value in fields
        if key == "Classifier" and value.startswith("License :: ") and value != "License :: OSI Approved"
    ]
    field = next((value for key, value in fields if key == "License"), "")
    found = expression or " AND ".join(classifiers) or field
    return found.strip()[:LONGEST]


def of_debian(copyright_file: str) -> str:
    """Return the licences in a machine-readable copyright file, joined by AND. Debian's own files are left out."""
    names = [
        name.strip()
        for files, name in _STANZA.findall(copyright_file)
        if not all(_PACKAGING.match(path) for path in files.partition("Copyright:")[0].split() or [""])
    ]
    return " AND ".join(dict.fromkeys(name for name in names if name))


def of_texts(texts: Iterable[str]) -> str:
    """Return the licences whose texts appear in a project's licence files; "" if any is copyleft or none is known."""
    found: list[str] = []
    for text in texts:
        if _COPYLEFT_TEXT.search(text):
            return ""
        found += [name for name, phrase in _TEXTS if phrase.search(text)]
    return " AND ".join(dict.fromkeys(found))
