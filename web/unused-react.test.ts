import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { type ESTree, parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';
import { convertReact, convertToModule, REACT_FILES } from './react-modules.ts';
import { removeUnusedParts, UNUSED_PARTS } from './unused-react.ts';

const CLIENT = 'react-dom/client';
const PARTS = Object.entries(UNUSED_PARTS);

const findFile = (module: string) => join(import.meta.dirname, '../node_modules', REACT_FILES[module] ?? '');
const read = (module: string) => readFileSync(findFile(module), 'utf8');

function listExports(code: string): string[] {
  const [, list = ''] = /^export \{ (.+) \};$/m.exec(convertToModule(code)) ?? [];
  return list.split(', ').map(name => name.replace(/^.* as /, ''));
}

/** The source of each method: those of the hooks, and that of react-dom. */
function readDispatchers(code: string): ReadonlyMap<string, string>[] {
  const dispatchers: ReadonlyMap<string, string>[] = [];
  const visit = (name: string, value: ESTree.Expression | null) => {
    if (!/^(?:ContextOnlyDispatcher|HooksDispatcher\w+|ReactDOMSharedInternals\.d)$/.test(name)) return;
    if (value?.type !== 'ObjectExpression') throw new Error(`${name} has another form`);
    const methods = value.properties.map(({ start, end }) => code.slice(start, end).split(/: (.*)/s));
    dispatchers.push(new Map(methods.map(([key = '', source = '']) => [key, source])));
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => visit(code.slice(id.start, id.end), init),
    AssignmentExpression: ({ left, right }) => visit(code.slice(left.start, left.end), right),
  }).visit(parseSync('react.js', code).program);
  return dispatchers;
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

test('the dispatchers of React lose the methods of the unused parts, and nothing else', () => {
  const unused = PARTS.flatMap(([, { methods = [] }]) => methods);
  const before = readDispatchers(read(CLIENT));
  expect(before.map(({ size }) => size)).toEqual([24, 24, 24, 24, 9]);
  expect(readDispatchers(removeUnusedParts(CLIENT, read(CLIENT)))).toEqual(
    before.map(methods => new Map([...methods].filter(([name]) => !unused.includes(name)))),
  );
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

async function bundle(code: string): Promise<string> {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === 'entry' ? id : undefined),
    load: (id: string) => (id === 'entry' ? code : undefined),
  };
  const build = await rolldown({ input: 'entry', plugins: [entry, convertReact()] });
  const { output } = await build.generate();
  return output[0].code;
}

test.each([
  "import { hydrateRoot } from 'react-dom/client'; hydrateRoot(document, 'text');",
  "import { preload } from 'react-dom'; preload('/a.css');",
  "import * as React from 'react'; console.log(React.ViewTransition);",
  "import { useOptimistic } from 'react'; console.log(useOptimistic);",
])('a page that uses an unused part cannot be built: %s', async code => {
  await expect(bundle(code)).rejects.toThrow(/MISSING_EXPORT|IMPORT_IS_UNDEFINED/);
});

test('a page that uses other parts of React can be built', async () => {
  const code = "import { createRoot } from 'react-dom/client'; createRoot(document.body).render('text');";
  expect(await bundle(code)).toContain('createRoot');
});
