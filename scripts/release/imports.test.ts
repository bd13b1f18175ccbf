import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findUnresolved, listImports } from './imports.ts';

test.each([
  ['import a from "left-pad";', ['left-pad']],
  ['import "node:fs"; export * from "./other.js";', ['node:fs', './other.js']],
  ['export { a } from "one"; const load = () => import("two");', ['one', 'two']],
  ['const a = __require("three"); const b = require("four");', ['three', 'four']],
  ['const text = `import x from "five"`; // import "six"', []],
  ['try { require("seven"); await import("eight"); } catch {}', []],
  ['try { run(); } catch { await import("nine"); }', ['nine']],
  ['const name = read(); await import(name);', []],
])('%s needs %j', (code, expected) => {
  expect(listImports(code, 'x.js')).toEqual(expected);
});

test('an import that leads nowhere, or out of the folder, is found', () => {
  const outside = mkdtempSync(join(tmpdir(), 'snug-imports-'));
  onTestFinished(() => rmSync(outside, { recursive: true }));
  const folder = join(outside, 'release');
  const write = (path: string, text: string) => {
    mkdirSync(join(outside, path, '..'), { recursive: true });
    writeFileSync(join(outside, path), text);
  };
  for (const [path, name] of [
    ['node_modules/outer', 'outer'],
    ['release/node_modules/inner', 'inner'],
  ]) {
    write(`${path}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(`${path}/index.js`, '');
  }
  write('release/dist/b.js', '');
  write(
    'release/dist/a.js',
    'import "inner"; import "./b.js"; import "outer"; import "./c.js"; import "none";',
  );
  expect(findUnresolved(folder, 'dist/*.js')).toEqual([
    'dist/a.js imports outer',
    'dist/a.js imports ./c.js',
    'dist/a.js imports none',
  ]);
});
