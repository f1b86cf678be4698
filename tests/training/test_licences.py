"""Permissive licences, and the places where packages declare theirs."""

import pytest

from ctx_lsp.training.packages.licences import is_permissive, of_debian, of_metadata, of_texts


@pytest.mark.parametrize(
    "name",
    [
        *(
            "MIT",
            "BSD-3-Clause",
            "Apache-2.0",
            "Apache License, Version 2.0",
            "ISC",
            "0BSD",
            "Expat",
            "Unlicense",
            "Zlib",
        ),
        *("MIT OR GPL-3.0", "MIT AND BSD-2-clause", "BSD License", "MIT License", "Apache-2.0 or MIT", "PSF-2.0"),
    ],
)
def test_permissive(name: str) -> None:
    assert is_permissive(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "GPL-3",
        "MIT AND GPL-2",
        "LGPL-2.1",
        "MPL-2.0",
        "proprietary",
        "UNKNOWN",
        "Artistic",
        "SSPL-1.0",
        "MIT AND foo",
    ],
)
def test_not_clearly_permissive(name: str) -> None:
    assert not is_permissive(name)


def test_python_metadata() -> None:
    classifiers = "Classifier: License :: OSI Approved :: MIT License\nClassifier: Topic :: Software"
    assert of_metadata(f"Name: x\nLicense: a long text\n{classifiers}\n\nThe README") == "MIT License"
    assert of_metadata("License-Expression: BSD-3-Clause\nLicense: other\n") == "BSD-3-Clause"
    assert of_metadata("Name: x\n\nLicense: MIT") == ""


def test_debian_copyright() -> None:
    text = (
        "Format: x\n\nFiles: *\nCopyright: 2020 A\nLicense: Expat\n"
        "\nFiles: src/b.c\nCopyright: B\nLicense: BSD-3-clause\n"
        "\nFiles: debian/*\nCopyright: C\nLicense: GPL-2+\n\nLicense: Expat\n Permission is hereby granted\n"
    )
    assert of_debian(text) == "Expat AND BSD-3-clause"
    assert of_debian("Upstream-Name: x\nSome free text") == ""


def test_texts_of_licences() -> None:
    mit = "Permission is hereby granted, free of charge, to any person obtaining"
    assert of_texts([mit, "Apache License\n   Version 2.0, January 2004"]) == "MIT AND Apache-2.0"
    assert of_texts([mit, "GNU GENERAL PUBLIC LICENSE"]) == ""
    assert of_texts(["All rights reserved."]) == ""
