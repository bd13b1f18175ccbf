import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './run.mjs';

// Styles with left and right do not mirror in right-to-left languages.

const SIDE = /^(?:left|right|(?:scroll-)?(?:margin|padding)-(?:left|right)|border-.*(?:left|right).*)$/;
const ALIGNED = /^(?:text-align|float|clear)$/;
const FOUR_SIDES = /^(?:(?:scroll-)?(?:margin|padding)|inset|border-(?:width|style|color))$/;
const MOVED = /\btranslate(?:X|3d)?\((?!0|var\(--toast)/;

/** The parts of a value; parentheses group. */
function splitValue(value: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of value.trim()) {
    depth += Number(letter === '(') - Number(letter === ')');
    if (letter === ' ' && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${letter}`);
  }
  return parts;
}

function isPhysical(line: string): boolean {
  const [, name = '', value = ''] = /^\s*([a-z-]+):\s*(.*);$/.exec(line) ?? [];
  const [first, end, , start = end] = splitValue(value);
  if (SIDE.test(name)) return true;
  if (ALIGNED.test(name)) return /left|right/.test(value);
  if (FOUR_SIDES.test(name)) return start !== end;
  const isMoved = name === 'translate' ? first !== '0' : MOVED.test(value);
  return isMoved && !value.includes('--forward');
}

test('styles have no left and right, so that they mirror in right-to-left languages', () => {
  const files = globSync('web/src/**/*.css', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap(file => {
    const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
    return lines.filter(isPhysical).map(line => `${file}: ${line.trim()}`);
  });
  expect(found).toEqual([]);
});

test.each([
  'margin-left: 2px;',
  'left: 0;',
  'border-right: 1px solid red;',
  'border-top-left-radius: 4px;',
  'text-align: right;',
  'padding: 0 var(--a) 0 calc(1px + var(--b));',
  'inset: 0 auto 0 0;',
  'transform: translateX(100%);',
  'translate: 18px;',
])('%s is found', line => expect(isPhysical(`  ${line}`)).toBe(true));

test.each([
  'margin: 0 4px 8px;',
  'padding: 1px calc(1px + max(2px, var(--a))) 3px calc(1px + max(2px, var(--a)));',
  'text-align: start;',
  'transform: translateY(-50%);',
  'translate: 0 -50%;',
  'transform: translateX(calc(-100% * var(--forward)));',
])('%s mirrors', line => expect(isPhysical(`  ${line}`)).toBe(false));

interface Rule {
  selectors: readonly string[];
  properties: readonly string[];
  /** The names of a `composes`, each with its file. */
  parts: readonly { name: string; file: string }[];
}

function readRules(file: string): Rule[] {
  const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  return [...text.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selectors = '', body = '']) => ({
    selectors: selectors.split(',').map(selector => selector.trim()),
    properties: [...body.matchAll(/^\s*([a-z-]+):/gm)].map(([, property = '']) => property),
    parts: [...body.matchAll(/composes: ([\w ]+?)(?: from "(.+?)")?;/g)].flatMap(([, names = '', from]) =>
      names.split(' ').map(name => ({ name, file: from ? posix.join(dirname(file), from) : file })),
    ),
  }));
}

/** Those of a class and of its parts. */
function listProperties(file: string, name: string): string[] {
  const rules = readRules(file).filter(({ selectors }) => selectors.includes(`.${name}`));
  const own = rules.flatMap(({ properties }) => properties.filter(property => property !== 'composes'));
  return [
    ...own,
    ...rules.flatMap(({ parts }) => parts.flatMap(part => listProperties(part.file, part.name))),
  ];
}

// The build repeats a part for each file that composes it, so that it may follow the class. The later one would win.
test('a class does not set a property of a part that it composes', () => {
  const files = globSync('web/src/**/*.module.css', { cwd: ROOT });
  const found = files.flatMap(file =>
    readRules(file).flatMap(({ selectors: [selector = ''], ...rule }) => {
      const parts = rule.parts.filter(part => part.file !== file);
      const own = readRules(file).filter(({ selectors }) => selectors.includes(selector));
      const properties = own.flatMap(rule => rule.properties).filter(property => property !== 'composes');
      const lists = [properties, ...parts.map(part => listProperties(part.file, part.name))].map(
        list => new Set(list),
      );
      const all = lists.flatMap(list => [...list]);
      const repeated = all.filter((property, index) => all.indexOf(property) !== index);
      return parts.length > 0 ? repeated.map(property => `${file}: ${selector} ${property}`) : [];
    }),
  );
  expect(found).toEqual([]);
});
