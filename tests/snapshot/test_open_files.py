"""Open buffers and their files: what is an unsaved edit, and what a change on disk below the buffer."""

import pytest

from ctx_lsp.snapshot.file_content import FileContent, content_of
from ctx_lsp.snapshot.open_files import CLOSED_FILES, OpenFiles, OutdatedBuffer
from ctx_lsp.text.disk_files import Stamp
from ctx_lsp.text.source import SourceText

PATH = "a.py"
OLD, NEW, LATER, EDITED = (SourceText(text) for text in (b"old\n", b"new\n", b"later\n", b"edited\n"))


def opened(buffer: SourceText, disk: SourceText, indexed: SourceText | None = None) -> OpenFiles:
    files = OpenFiles()
    files.add(PATH, content_of(disk), Stamp((1,)), buffer, indexed)
    return files


def seen(files: OpenFiles, content: FileContent | None, buffer: SourceText) -> None:
    files.note_content(PATH, content, Stamp(), (buffer,))


def outdated(files: OpenFiles, buffer: SourceText) -> OutdatedBuffer | None:
    [*found] = files.outdated({PATH: buffer})
    return found[0] if found else None


def test_unsaved_edits_are_not_outdated() -> None:
    files = opened(EDITED, OLD)
    seen(files, content_of(OLD), EDITED)
    assert outdated(files, EDITED) is None


def test_a_change_on_disk_makes_a_buffer_outdated_until_it_is_reloaded() -> None:
    files = opened(OLD, OLD)
    seen(files, content_of(NEW), OLD)
    assert outdated(files, OLD) == OutdatedBuffer(PATH, content_of(NEW), is_edited=False)
    files.compare(PATH, (OLD, NEW))
    assert outdated(files, NEW) is None
    files.compare(PATH, (NEW, EDITED))
    assert outdated(files, EDITED) is None, "edits after a reload are ordinary edits"


def test_edits_do_not_end_it_and_keep_the_buffer_from_being_reloaded() -> None:
    files = opened(OLD, OLD)
    seen(files, content_of(NEW), OLD)
    files.compare(PATH, (OLD, EDITED))
    found = outdated(files, EDITED)
    assert found is not None
    assert (found.is_edited, found.can_be_reloaded) == (True, False)


def test_a_change_that_is_taken_back_ends_it() -> None:
    files = opened(OLD, OLD)
    seen(files, content_of(NEW), EDITED)
    seen(files, content_of(OLD), EDITED)
    assert outdated(files, EDITED) is None


def test_a_deleted_file_is_outdated_until_it_is_back() -> None:
    files = opened(OLD, OLD)
    seen(files, None, OLD)
    found = outdated(files, OLD)
    assert found is not None
    assert (found.is_deleted, found.can_be_reloaded) == (True, False)
    seen(files, content_of(OLD), OLD)
    assert outdated(files, OLD) is None


def test_a_save_is_in_line_even_if_the_buffer_lags_behind() -> None:
    files = opened(OLD, OLD)
    seen(files, content_of(NEW), OLD)
    files.note_save(PATH, OLD)
    assert outdated(files, OLD) is None
    assert outdated(files, EDITED) is None


def test_an_edit_between_a_save_and_its_announcement_is_an_edit() -> None:
    files = opened(OLD, OLD)
    files.note_content(PATH, content_of(NEW), Stamp(), (NEW, EDITED))
    assert outdated(files, EDITED) is None


def test_a_reload_that_another_change_has_overtaken_is_outdated_again() -> None:
    files = opened(OLD, OLD)
    seen(files, content_of(NEW), OLD)
    files.remove(PATH)  # Neovim closes and opens a document that it reloads
    files.add(PATH, content_of(LATER), Stamp((3,)), NEW, None)
    assert outdated(files, NEW) == OutdatedBuffer(PATH, content_of(LATER), is_edited=False)


def test_a_buffer_with_the_indexed_text_of_a_file_that_has_changed_is_outdated() -> None:
    assert outdated(opened(OLD, NEW, indexed=OLD), OLD) == OutdatedBuffer(PATH, content_of(NEW), is_edited=False)
    assert outdated(opened(EDITED, NEW, indexed=OLD), EDITED) is None


@pytest.mark.parametrize("written", [b"old", b"old\r\n", b"old\r"])
def test_line_endings_do_not_count(written: bytes) -> None:
    files = opened(OLD, OLD)
    seen(files, content_of(SourceText(written)), OLD)
    assert outdated(files, OLD) is None


def test_a_file_is_read_again_only_if_its_stamp_may_hide_a_change() -> None:
    files = opened(OLD, OLD)
    assert not files.must_read(PATH, Stamp((1,)))
    assert files.must_read(PATH, Stamp((2,)))
    assert not files.must_read("b.py", Stamp((2,)))
    files.note_content(PATH, content_of(OLD), Stamp((2,), is_settled=False), (OLD,))
    assert files.must_read(PATH, Stamp((2,)))
    assert not files.must_read(PATH, Stamp((2,)), is_typing=True)
    assert files.must_read(PATH, Stamp((3,)), is_typing=True)


def test_each_change_is_reported_once() -> None:
    files = opened(OLD, OLD)
    reported: list[OutdatedBuffer] = []
    files.listener = reported.append
    for content in (NEW, NEW, LATER):
        seen(files, content_of(content), OLD)
    assert [one.content for one in reported] == [content_of(NEW), content_of(LATER)]


def test_a_file_that_differs_right_after_a_save_is_reported() -> None:
    files = opened(OLD, OLD)
    reported: list[OutdatedBuffer] = []
    files.listener = reported.append
    for content in (NEW, LATER):
        files.note_content(PATH, content_of(content), Stamp(), (NEW,))
        reported.clear()
        files.note_save(PATH, NEW)
        assert [one.can_be_reloaded for one in reported] == [True] * (content != NEW)
        assert outdated(files, NEW) is None


def test_a_buffer_whose_edits_are_taken_back_is_reported_again() -> None:
    files = opened(OLD, OLD)
    reported: list[OutdatedBuffer] = []
    files.listener = reported.append
    seen(files, content_of(NEW), EDITED)
    files.compare(PATH, (EDITED, OLD))
    files.compare(PATH, (OLD, OLD))
    assert [one.can_be_reloaded for one in reported] == [False, True]


def test_the_contents_of_many_open_files_are_known() -> None:
    files = opened(OLD, OLD)
    seen(files, content_of(NEW), OLD)
    for number in range(2 * CLOSED_FILES):
        files.add(f"{number}.py", content_of(OLD), Stamp((1,)), OLD, None)
    seen(files, content_of(LATER), OLD)
    files.compare(PATH, (OLD, NEW))
    found = outdated(files, NEW)
    assert found is not None
    assert found.can_be_reloaded, "it has the text of a reload that another change has overtaken"


LEGACY = "# caf\xe9 {}\nx = {}\n"
AS_READ = "# caf\ufffd {}\nx = {}\n"  # by an editor that takes the file for UTF-8


def guessed(*values: object) -> FileContent:
    return content_of(SourceText(LEGACY.format(*values).encode()), is_guess=True)


def as_read(*values: object) -> SourceText:
    return SourceText(AS_READ.format(*values).encode())


def test_a_file_that_the_editor_decodes_otherwise_can_be_reloaded() -> None:
    files = OpenFiles()
    files.add(PATH, guessed("a", 1), Stamp((1,)), as_read("a", 1), None)
    seen(files, guessed("a", 2), as_read("a", 1))
    found = outdated(files, as_read("a", 1))
    assert found is not None
    assert found.can_be_reloaded
    files.compare(PATH, (as_read("a", 1), as_read("a", 2)))
    assert outdated(files, as_read("a", 2)) is None


def test_a_change_that_cannot_be_told_apart_in_an_unknown_encoding_stays_outdated() -> None:
    files = OpenFiles()
    files.add(PATH, guessed("a", 1), Stamp((1,)), as_read("a", 1), None)
    seen(files, guessed("b", 1), as_read("a", 1))
    files.compare(PATH, (as_read("a", 1), as_read("b", 1)))
    assert outdated(files, as_read("b", 1)) is not None


def test_files_follow_new_workspace_folders() -> None:
    files = opened(OLD, OLD)
    seen(files, content_of(NEW), OLD)
    files.rename(lambda path: f"inner/{path}")
    assert [one.path for one in files.outdated({f"inner/{PATH}": OLD})] == [f"inner/{PATH}"]
    files.rename(lambda _: None)
    assert files.outdated({f"inner/{PATH}": OLD}) == ()
