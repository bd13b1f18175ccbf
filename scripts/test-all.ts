import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { print, ROOT } from './run.mjs';
import { finish, runSteps, type Step, type StepResult } from './steps.ts';
import { ALL_STEPS } from './test-steps.ts';

// `npm run test:all` runs every part. `npm run test:all -- browsers` runs the parts whose names contain a word, `-- --continue` those
// that have not passed on exactly these sources, and `-- --list` only prints the names.

const STATE = join(ROOT, 'test-results', 'all.json');

interface State {
  sources: string;
  passed: readonly StepResult[];
}

const args = process.argv.slice(2);
const words = args.filter(arg => !arg.startsWith('--'));
const chosen = ALL_STEPS.filter(
  ({ name }) => words.length === 0 || words.some(word => name.toLowerCase().includes(word.toLowerCase())),
);
if (args.includes('--list') || chosen.length === 0) {
  for (const { name } of ALL_STEPS) print(name);
  process.exit(chosen.length === 0 ? 1 : 0);
}

const sources = hashSources();
// Also of other calls on these sources, so that one of them does not forget the others.
const passed = new Map(readState().map(result => [result.name, result]));
const isDone = ({ name }: Step) => args.includes('--continue') && passed.has(name);
for (const { name } of chosen.filter(isDone)) print(`✓ ${name} (passed before)`);
const before = chosen.filter(isDone).flatMap(({ name }) => passed.get(name) ?? []);
const results = await runSteps(
  chosen.filter(step => !isDone(step)),
  result => {
    if (result.failed === 0) passed.set(result.name, result);
    else passed.delete(result.name);
    writeState({ sources, passed: [...passed.values()] });
  },
);
finish([...before, ...results]);

function readState(): readonly StepResult[] {
  try {
    const state: State = JSON.parse(readFileSync(STATE, 'utf8'));
    return state.sources === sources ? state.passed : [];
  } catch {
    return [];
  }
}

function writeState(state: State): void {
  mkdirSync(dirname(STATE), { recursive: true });
  writeFileSync(STATE, JSON.stringify(state));
}

/** Of the commit and of everything that was changed since. */
function hashSources(): string {
  const git = (...parts: string[]) => execFileSync('git', parts, { cwd: ROOT, maxBuffer: 1e9 });
  const hash = createHash('sha256').update(git('rev-parse', 'HEAD')).update(git('diff', 'HEAD'));
  const untracked = git('ls-files', '--others', '--exclude-standard', '-z').toString().split('\0');
  for (const path of untracked.filter(path => path !== ''))
    hash.update(path).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex');
}
