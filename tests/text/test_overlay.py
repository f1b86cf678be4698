"""The overlay of open buffers, an immutable mapping."""

from ctx_lsp.text.overlay import Overlay
from ctx_lsp.text.source import SourceText

OLD, NEW = SourceText(b"old"), SourceText(b"new")


def test_a_buffer_opens_changes_and_closes_without_touching_earlier_overlays() -> None:
    empty = Overlay()
    opened = empty.with_text("a.py", OLD)
    changed = opened.with_text("a.py", NEW)
    closed = changed.without("a.py")

    assert [dict(overlay) for overlay in (empty, opened, changed, closed)] == [{}, {"a.py": OLD}, {"a.py": NEW}, {}]


def test_a_no_op_returns_the_same_overlay() -> None:
    overlay = Overlay({"a.py": OLD})

    assert overlay.with_text("a.py", SourceText(b"old")) is overlay
    assert overlay.without("b.py") is overlay


def test_the_mapping_it_was_made_from_may_change_later() -> None:
    buffers = {"a.py": OLD}
    overlay = Overlay(buffers)
    buffers["b.py"] = NEW

    assert dict(overlay) == {"a.py": OLD}


def test_other_buffers_stay() -> None:
    overlay = Overlay({"a.py": OLD, "b.py": NEW}).without("a.py")

    assert ("a.py" in overlay, overlay.get("b.py"), len(overlay)) == (False, NEW, 1)
