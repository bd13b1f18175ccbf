import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { convertToModule, REACT_FILES } from './react-modules.ts';
import { removeUnusedParts, UNUSED_PARTS } from './unused-react.ts';

const CLIENT = 'react-dom/client';
const PARTS = Object.entries(UNUSED_PARTS);

const findFile = (module: string) => join(import.meta.dirname, '../node_modules', REACT_FILES[module] ?? '');
const read = (module: string) => readFileSync(findFile(module), 'utf8');

function listExports(code: string): string[] {
  const [, list = ''] = /^export \{ (.+) \};$/m.exec(convertToModule(code)) ?? [];
  return list.split(', ').map(name => name.replace(/^.* as /, ''));
}

test.each(Object.keys(REACT_FILES))('%s exports all but the entries of the unused parts', module => {
  const all = Object.keys(createRequire(import.meta.url)(findFile(module)) as object);
  const unused = PARTS.flatMap(([, { entries }]) => entries[module] ?? []);
  expect(all).toEqual(expect.arrayContaining(unused));
  expect(listExports(removeUnusedParts(module, read(module))).toSorted()).toEqual(
    all.filter(name => !unused.includes(name)).toSorted(),
  );
});

test.each(PARTS.flatMap(([name, { tag }]) => (tag === undefined ? [] : [[name, tag] as const])))(
  'React makes the elements of %s in one place, and nothing looks for their tag %i any more',
  (_name, tag) => {
    expect(read(CLIENT).split(`createFiberImplClass(${tag},`)).toHaveLength(2);
    const code = removeUnusedParts(CLIENT, read(CLIENT));
    expect(code).not.toMatch(new RegExp(`case ${tag}:`));
    expect(code).not.toMatch(new RegExp(String.raw`\b${tag} [!=]== [\w.$]+\.tag`));
  },
);

test('a variable of an unused part keeps its first value', () => {
  const code = removeUnusedParts(CLIENT, read(CLIENT));
  for (const variable of PARTS.flatMap(([, { constants = [] }]) => constants)) {
    expect(read(CLIENT).split(`${variable} = `).length).toBeGreaterThan(2);
    expect(code.split(`${variable} = `)).toHaveLength(2);
    expect(code).toMatch(new RegExp(String.raw`^(?:var| ) ${variable} = !1,$`, 'm'));
  }
});

test('nothing reads the states of hydration', () => {
  const code = removeUnusedParts(CLIENT, read(CLIENT));
  expect(read(CLIENT)).toMatch(/\.(?:isDehydrated|dehydrated)\b/);
  expect(code).not.toMatch(/\.(?:isDehydrated|dehydrated)\b(?! = )/);
});

test.each([
  ['exports.version = "19.4.0";\nvar isHydrating = !1,', 'another version of react-dom/client'],
  ['exports.version = "19.3.1";\nexports.createRoot = 1;', 'React has nothing like'],
])('code that nobody has checked stops the build: %j', (code, message) => {
  expect(() => removeUnusedParts(CLIENT, code)).toThrow(message);
});

test('a module without unused parts stays as it is, in any version', () => {
  expect(removeUnusedParts('scheduler', 'exports.version = "1.0.0";')).toBe('exports.version = "1.0.0";');
});
