// Colouring code: what is asked of the editor's renderer, and which parts of its answer may enter the panel.

import assert from "node:assert/strict";
import { test } from "node:test";
import { colouredCode, fenced } from "../src/core/highlighted";

test("no text ends its own fence", () => {
  assert.equal(fenced("x = 1", "python"), "```python\nx = 1\n```\n");
  assert.equal(fenced("a\n````\nb", "markdown"), "`````markdown\na\n````\nb\n`````\n");
});

test("a text may have any number of runs of backticks", () => {
  assert.ok(fenced("`` ` ".repeat(200_000), "markdown").startsWith("```markdown\n"));
});

test("coloured spans are taken", () => {
  const code = '<span class="hljs-title function_">tax</span>(&lt;x&gt;)';
  assert.equal(colouredCode(`<pre><code data-line="0" class="code-line language-python">${code}\n</code></pre>\n`), code);
});

test("anything else is not", () => {
  assert.equal(colouredCode("<pre><code><img src=x></code></pre>"), undefined);
  assert.equal(colouredCode('<code><span class="a" onclick="b()">c</span></code>'), undefined);
  assert.equal(colouredCode("<p>no code</p>"), undefined);
  assert.equal(colouredCode(""), undefined);
});
