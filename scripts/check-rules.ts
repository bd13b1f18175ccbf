import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, say } from './run.mjs';

// Each rule of the protocol is a promise, and a promise without a test is only a wish.

const RULE = /^- \*\*([A-Z]\d+)\*\*/gm;
const TEST_NAME = /\btest\(\s*['"`]([^'"`]*)/g;
const RULES_CITED = /^((?:[A-Z]\d+ )+)/;

const rules = [...read('docs/protocol.md').matchAll(RULE)].map(([, id]) => id ?? '');
const cited = new Set(testNames().flatMap(name => RULES_CITED.exec(name)?.[1]?.trim().split(' ') ?? []));
const untested = rules.filter(id => !cited.has(id));
const unknown = [...cited].filter(id => !rules.includes(id));

if (untested.length > 0)
  say(`Rules of docs/protocol.md that no test name begins with: ${untested.join(', ')}`);
if (unknown.length > 0)
  say(`Rules that tests cite and docs/protocol.md does not have: ${unknown.join(', ')}`);
process.exitCode = untested.length + unknown.length > 0 ? 1 : 0;

function testNames(): string[] {
  const files = globSync('{protocol,client,server,web,e2e,bench}/**/*.{test,spec}.ts', {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  });
  return files.flatMap(file => [...read(file).matchAll(TEST_NAME)].map(([, name]) => name ?? ''));
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
