"""How tests by title are held against a listing, as runners make it."""

from ctx_lsp.text.source import SourceText
from tests.graph_oracle.titles import compare_titles

TESTS = """
import { Cart } from "./cart";
for (const kind of KINDS) {
  describe(kind, () => {
    it("is paid", () => {});
    it("takes " + 2 + " of " + `${kind}`, () => {});
  });
}
describe(Cart.name, () => {
  it.each([1, 2])("adds %s (once)", () => {});
  it('isn\\'t sold', () => {});
  it(titled("never"), () => {});
});
describe("empty", () => { it.skip("waits", () => {}); });
"""
LISTED = {
    "old is paid", "new is paid", "old takes 2 of old", "new takes 2 of new",
    "Cart adds 1 (once)", "Cart adds 2 (once)", "Cart isn't sold",
    "empty waits", "made by a function",
}  # fmt: skip


def test_a_title_is_found_by_the_pattern_that_runs_the_test() -> None:
    """Parameters, sums and names match any text. Tests that no call of a test function states are missed."""
    sources = {"cart.test.ts": SourceText(TESTS.encode()), "other.test.ts": SourceText(TESTS.encode())}
    score, differences = compare_titles({"cart.test.ts": frozenset(LISTED)}, sources)
    assert score == (8, 9, 5, 5)
    assert differences == ["cart.test.ts: missed: made by a function"]


def test_a_test_that_the_runner_does_not_list_is_an_error() -> None:
    sources = {"cart.test.ts": SourceText(b'it("pays", () => {}); it("sells", () => {});')}
    score, differences = compare_titles({"cart.test.ts": frozenset({"pays"})}, sources)
    assert (score.recall, score.precision) == (1, 0.5)
    assert differences == ["cart.test.ts: too much: sells"]
