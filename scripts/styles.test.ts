import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
