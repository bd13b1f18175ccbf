import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { print, ROOT } from './run.mjs';
import { readTestNames } from './test-names.ts';

// Each rule of the protocol needs a test.

const RULE = /^- \*\*([A-Z]{1,2}\d+)\*\*/gm;
const RULES_CITED = /^((?:[A-Z]{1,2}\d+ )+)/;

const protocol = readFileSync(join(ROOT, 'docs/protocol.md'), 'utf8');
const rules = [...protocol.matchAll(RULE)].map(([, id]) => id ?? '');
const cited = new Set(
  readTestNames().flatMap(({ name }) => RULES_CITED.exec(name)?.[1]?.trim().split(' ') ?? []),
);
const untested = rules.filter(id => !cited.has(id));
const unknown = [...cited].filter(id => !rules.includes(id));

if (untested.length > 0) print(`Rules of docs/protocol.md without a test: ${untested.join(', ')}`);
if (unknown.length > 0)
  print(`Rules in test titles that docs/protocol.md does not have: ${unknown.join(', ')}`);
process.exitCode = untested.length + unknown.length > 0 ? 1 : 0;
