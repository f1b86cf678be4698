"""Modules of JavaScript and TypeScript: paths, configurations, packages of the workspace."""

import time

import pytest

from ctx_lsp.graph.projects.texts import json_object
from tests.graph.imports import meanings

SECONDS = 5  # looked at from each of its beginnings, such a text would take minutes

RELATIVE = """
=== src/app.ts
import a from './a.js';
import b from './b.mjs';
import c from './c';
import d from './d';
import e from './d/';
import f from '.';
import g from '..';
import View from './View.vue';
import data from './data.json';
import style from './style.css';
import gone from './gone';
import raw from './c?raw';
import pkg from './pkg';
import dots from './name.with.dots';
=== src/a.ts
=== src/a.js
=== src/b.mts
=== src/c.d.ts
=== src/c.js
=== src/d/index.tsx
=== src/index.ts
=== index.js
=== src/View.vue
=== src/data.json
{}
=== src/style.css
=== src/pkg/package.json
{"main": "lib/start.js"}
=== src/pkg/lib/start.js
=== src/name.with.dots.ts
"""


def test_relative_paths() -> None:
    assert meanings(RELATIVE, "src/app.ts") == [
        "./a.js -> src/a.ts",
        "./b.mjs -> src/b.mts",
        "./c -> src/c.d.ts",
        "./d -> src/d/index.tsx",
        "./d/ -> src/d/index.tsx",
        ". -> src/index.ts",
        ".. -> index.js",
        "./View.vue -> src/View.vue",
        "./data.json -> src/data.json",
        "./style.css -> src/style.css",
        "./gone ->",
        "./c?raw -> src/c.d.ts",
        "./pkg -> src/pkg/lib/start.js",
        "./name.with.dots -> src/name.with.dots.ts",
    ]


CONFIGURED = """
=== tsconfig.base.json
{ // shared
  "compilerOptions": {
    /* from here */
    "baseUrl": "./src",
    "paths": {"@ui/*": ["ui/*", "old-ui/*"], "config": ["settings.ts"], "@ui/special/*": ["special/*"], "*//": ["x"],},
  },
}
=== web/tsconfig.json
{"extends": "../tsconfig.base", "compilerOptions": {"strict": true}}
=== web/main.ts
import a from '@ui/button';
import b from '@ui/old';
import c from '@ui/special/one';
import d from 'config';
import e from 'helpers/strings';
import f from 'react';
import g from 'util';
import h from 'https://example.com/ui/button.ts';
import i from 'node:fs';
=== src/ui/button.ts
=== src/old-ui/old.ts
=== src/special/one.ts
=== src/settings.ts
=== src/helpers/strings.ts
=== src/util.ts
=== src/fs.ts
=== lib/react.ts
"""


def test_paths_that_a_configuration_maps() -> None:
    assert meanings(CONFIGURED, "web/main.ts") == [
        "@ui/button -> src/ui/button.ts",
        "@ui/old -> src/old-ui/old.ts",
        "@ui/special/one -> src/special/one.ts",
        "config -> src/settings.ts",
        "helpers/strings -> src/helpers/strings.ts",
        "react ->",
        "util ->",
        "https://example.com/ui/button.ts ->",
        "node:fs ->",
    ]


PARTS = """
=== app/tsconfig.json
{"files": [], "references": [{"path": "./tsconfig.app.json"}, {"path": "../other"}]}
=== app/tsconfig.app.json
{"extends": ["@acme/configs/strict.json", "./tsconfig.paths"], "compilerOptions": {"rootDirs": ["src", "generated"]}}
=== app/tsconfig.paths.json
{"compilerOptions": {"paths": {"~/*": ["./src/*"], "#gen/*": ["${configDir}/generated/*"]}}}
=== other/tsconfig.json
{"compilerOptions": {"baseUrl": "."}}
=== other/thing.ts
=== configs/package.json
{"name": "@acme/configs"}
=== configs/tsconfig/strict.json
{}
=== app/src/main.ts
import a from '~/views/a';
import b from '#gen/api';
import c from './api';
import d from 'thing';
=== app/src/views/a.ts
=== app/generated/api.ts
"""


def test_configurations_in_parts() -> None:
    assert meanings(PARTS, "app/src/main.ts") == [
        "~/views/a -> app/src/views/a.ts",
        "#gen/api -> app/generated/api.ts",
        "./api -> app/generated/api.ts",
        "thing ->",
    ]


@pytest.mark.parametrize(
    "text",
    [
        '{"extends": "./tsconfig.json", "compilerOptions": {"paths": {"x": ["a"]}}}',
        '{"compilerOptions": {"paths": {"x": "a"}}}',
        '{"compilerOptions": {"baseUrl": ".", "paths": {"x": [1, "a", null]}}, "references": [7, {"path": 3}]}',
    ],
    ids=["a circle", "a lone string", "things that are none"],
)
def test_odd_configurations(text: str) -> None:
    assert meanings(f"=== tsconfig.json\n{text}\n=== a.ts\nimport x from 'x';\n", "a.ts") == ["x -> a.ts"]


@pytest.mark.parametrize("text", ["{", "[]", '{"compilerOptions": {"paths": 1}}', "[" * 100_000, '{"extends": [[]]}'])
def test_broken_configurations_say_nothing(text: str) -> None:
    assert meanings(f"=== tsconfig.json\n{text}\n=== a.ts\nimport x from 'x';\n", "a.ts") == ["x ->"]


@pytest.mark.parametrize(
    "text", ["/*" * 200_000, '"' + '\\\\"' * 200_000, "{" + ",\n" * 200_000, '{"a": "' + "x" * 400_000]
)
def test_endless_texts_are_read_in_no_time(text: str) -> None:
    before = time.process_time()
    assert json_object(text.encode()) == {}
    assert time.process_time() - before < SECONDS


def test_configurations_that_extend_each_other_many_times_end() -> None:
    extends = ", ".join(f'"./tsconfig.{number}.json"' for number in range(9))
    configs = "".join(f'=== tsconfig.{number}.json\n{{"extends": [{extends}]}}\n' for number in range(9))
    text = f'=== tsconfig.json\n{{"extends": [{extends}]}}\n{configs}=== a.ts\nimport x from "x";\n'
    assert meanings(text, "a.ts") == ["x ->"]


MONOREPO = """
=== package.json
{"name": "root", "workspaces": ["packages/*"]}
=== packages/core/package.json
{
  "name": "@acme/core",
  "exports": {
    ".": {"types": "./dist/index.d.ts", "import": "./dist/index.mjs"},
    "./features/*": {"import": {"default": "./dist/features/*.js"}},
    "./features/internal/*": null,
    "./data.json": "./data.json"
  },
  "imports": {"#log": {"node": "./dist/log-node.js", "default": "./src/log.ts"}, "#lib/*": "./src/lib/*.ts"}
}
=== packages/core/src/index.ts
import a from '#log';
import b from '#lib/one';
import c from '@acme/core';
import d from '#none';
=== packages/core/src/features/flags.ts
=== packages/core/src/features/internal/x.ts
=== packages/core/src/log.ts
=== packages/core/src/lib/one.ts
=== packages/core/data.json
{}
=== packages/built/package.json
{"name": "built", "main": "out/main.js"}
=== packages/built/tsconfig.json
{"compilerOptions": {"outDir": "out", "rootDir": "code"}}
=== packages/built/code/main.ts
=== packages/thin/package.json
{"name": "thin", "exports": {".": {"types": "./dist/thin.d.ts", "node": "./index.mjs"}}}
=== packages/thin/index.mjs
=== packages/thin/src/index.ts
=== packages/flavours/package.json
{"name": "flavours", "exports": {".": {"import": {"types": "./build/modern/index.d.ts"}}, "./x": "./build/modern/x.js"}}
=== packages/flavours/src/index.ts
=== packages/flavours/src/x.ts
=== packages/renamed/package.json
{"name": "renamed", "source": "src/index.ts", "exports": {"types": "./dist/types.d.ts", "import": "./dist/import.mjs"}}
=== packages/renamed/src/index.ts
=== packages/renamed/src/secret.ts
=== packages/plain/package.json
{"name": "plain"}
=== packages/plain/index.js
=== packages/plain/sub/thing.js
=== packages/app/package.json
{"name": "app"}
=== packages/app/src/main.ts
import a from '@acme/core';
import b from '@acme/core/features/flags';
import c from '@acme/core/data.json';
import d from '@acme/core/hidden';
import e from 'built';
import e2 from 'thin';
import f from 'plain';
import g from 'plain/sub/thing';
import h from '@acme/none';
import i from 'react';
import j from '@acme/core/features/internal/x';
import k from '@/views/home';
import l from 'flavours';
import m from 'flavours/x';
import n from 'renamed';
import o from 'renamed/secret';
=== packages/app/src/views/home.tsx
=== packages/app/tests/fixtures/react/package.json
{"name": "react", "main": "index.js"}
=== packages/app/tests/fixtures/react/index.js
=== packages/app/tests/react.test.ts
import react from 'react';
"""


def test_packages_of_the_workspace() -> None:
    assert meanings(MONOREPO, "packages/app/src/main.ts") == [
        "@acme/core -> packages/core/src/index.ts",
        "@acme/core/features/flags -> packages/core/src/features/flags.ts",
        "@acme/core/data.json -> packages/core/data.json",
        "@acme/core/hidden ->",
        "built -> packages/built/code/main.ts",
        "thin -> packages/thin/src/index.ts",
        "plain -> packages/plain/index.js",
        "plain/sub/thing -> packages/plain/sub/thing.js",
        "@acme/none ->",
        "react ->",
        "@acme/core/features/internal/x ->",
        "@/views/home -> packages/app/src/views/home.tsx",
        "flavours -> packages/flavours/src/index.ts",
        "flavours/x -> packages/flavours/src/x.ts",
        "renamed -> packages/renamed/src/index.ts",
        "renamed/secret ->",
    ]


def test_a_packages_own_names() -> None:
    assert meanings(MONOREPO, "packages/core/src/index.ts") == [
        "#log -> packages/core/src/log.ts",
        "#lib/one -> packages/core/src/lib/one.ts",
        "@acme/core -> packages/core/src/index.ts",
        "#none ->",
    ]


def test_sample_packages_are_visible_only_next_to_them() -> None:
    assert meanings(MONOREPO, "packages/app/tests/react.test.ts") == [
        "react -> packages/app/tests/fixtures/react/index.js"
    ]


def test_a_configuration_without_options_hides_those_of_outer_folders() -> None:
    workspace = """
=== tsconfig.json
{"compilerOptions": {"paths": {"@a/*": ["./lib/*"]}}}
=== lib/x.ts
=== src/a.ts
import x from '@a/x';
=== web/tsconfig.json
{}
=== web/a.ts
import x from '@a/x';
=== tools/tsconfig.json
{"include": ["."]}
=== tools/a.ts
import x from '@a/x';
"""
    assert meanings(workspace, "src/a.ts") == ["@a/x -> lib/x.ts"]
    assert meanings(workspace, "web/a.ts") == ["@a/x ->"]
    assert meanings(workspace, "tools/a.ts") == ["@a/x ->"]
