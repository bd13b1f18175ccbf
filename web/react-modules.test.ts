import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { describe, expect, test } from 'vitest';
import { convertToModule, REACT_FILES } from './react-modules.ts';

const MODULES = join(import.meta.dirname, '../node_modules');

const run = (code: string): Promise<unknown> =>
  import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(convertToModule(code))}`);

function getExportedNames(code: string): string[] {
  const { errors, module } = parseSync('module.js', code);
  expect(errors).toEqual([]);
  return module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName }) => exportName.name ?? ''),
  );
}

describe('React as modules', () => {
  test.each(Object.values(REACT_FILES))('%s keeps all of its exports', path => {
    const file = join(MODULES, path);
    const expected = Object.keys(createRequire(import.meta.url)(file) as object);
    expect(getExportedNames(convertToModule(readFileSync(file, 'utf8'))).toSorted()).toEqual(
      expected.toSorted(),
    );
  });

  test('an export keeps its value, also if it is assigned later, in a branch or twice', async () => {
    const module = await run(`"use strict";
      var add = function (a, b) { return exports.base + a + b; };
exports.base = 0;
exports.add = add;
exports.late = void 0;
if (add(1, 2) === 3) exports.late = "after " + add(1, 2);
else exports.inBranch = 1;
exports.base = 10;
`);
    expect({ ...(module as object) }).toMatchObject({ base: 10, late: 'after 3', inBranch: undefined });
  });

  test('required modules become imports, which the browser may bind before they run', () => {
    const code = convertToModule(
      'var A = require("a"),\n  B = require("b/c");\nexports.sum = A.one + B.two;\n',
    );
    expect(code).toContain("import * as A from 'a';\nimport * as B from 'b/c';");
    expect(getExportedNames(code)).toEqual(['sum']);
  });

  test.each([
    'if (window.x) require("react");',
    'module.exports = function () {};',
    'Object.assign(exports, {});',
    'var { useRef } = require("react");',
  ])('a file of another form stops the build: %s', code => {
    expect(() => convertToModule(code)).toThrow('This CommonJS has an unknown form');
  });
});
