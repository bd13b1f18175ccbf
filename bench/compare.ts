import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { print, ROOT, run } from '@snug/scripts/run.mjs';
import { createWorktree } from '@snug/scripts/worktree.ts';
import { getMedian } from '@snug/testkit/stats.ts';
import type { Result } from './results.ts';
import { SETTINGS_VARIABLE } from './targets/start-options.ts';

// `npm run bench:compare -- v0.2.0 fan-out sends` measures another version and this checkout alternately, each by its own
// `npm run bench`, and prints the ratio of their medians. `npm run bench:compare -- --set SNUG_DRAIN_SECONDS=1 sends` measures this
// checkout without and with a setting; `--set` may occur several times. `--runs 3` changes the number of rounds from five. `--quick` makes
// them short: it checks that a comparison runs, and its ratios mean nothing.

type FigureSamples = Map<string, number[]>;

interface Side {
  root: string;
  settings: readonly string[];
  figures: FigureSamples;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string' },
    set: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.runs ?? 5);
const { set: settings, quick } = values;
if (settings) {
  await compare(positionals, createSide(ROOT), createSide(ROOT, settings));
} else {
  const [version = '', ...names] = positionals;
  const other = await createWorktree(version);
  try {
    await compare(names, createSide(other.path), createSide(ROOT));
  } finally {
    await other.remove();
  }
}

function createSide(root: string, settings: readonly string[] = []): Side {
  return { root, settings, figures: new Map() };
}

async function compare(names: readonly string[], before: Side, now: Side): Promise<void> {
  for (const name of names) {
    for (let round = 0; round < rounds; round++) {
      process.stderr.write(`${name}, round ${round + 1} of ${rounds}\n`);
      // Each side comes first equally often.
      for (const side of round % 2 === 0 ? [before, now] : [now, before])
        addResults(side.figures, await measureOnce(side, name));
    }
  }
  for (const line of formatComparison(before.figures, now.figures)) print(line);
}

async function measureOnce({ root, settings }: Side, name: string): Promise<Result[]> {
  const results = join(root, 'bench', 'results');
  const length = quick ? ['--quick'] : ['--runs', '1'];
  const { code, output } = await run('npm', ['run', 'bench', '--', name, ...length], {
    cwd: root,
    env: { [SETTINGS_VARIABLE]: settings.join('\n') },
    quiet: true,
  });
  if (code !== 0) throw new Error(`The bench of ${root} failed.\n${output}`);
  const newest = readdirSync(results).toSorted().at(-1) ?? '';
  return (JSON.parse(readFileSync(join(results, newest), 'utf8')) as { results: Result[] }).results;
}

function addResults(figures: FigureSamples, results: readonly Result[]): void {
  for (const { name, rows } of results) {
    for (const row of rows) {
      for (const [figure, value] of Object.entries(row.figures)) {
        const key = `${name}  ${row.of}  ${figure}`;
        figures.set(key, [...(figures.get(key) ?? []), value]);
      }
    }
  }
}

function formatComparison(before: FigureSamples, now: FigureSamples): string[] {
  return [...now].flatMap(([key, values]) => {
    const others = before.get(key);
    if (!others) return [];
    const ratio = getMedian(values) / getMedian(others);
    const medians = `${formatNumber(getMedian(others))} -> ${formatNumber(getMedian(values))}`;
    return `${key.padEnd(60)} ${medians}  x ${ratio.toFixed(2)}  (rounds: ${formatRange(others)}, ${formatRange(values)})`;
  });
}

/** The spread of the rounds of one side: a ratio within it means nothing. */
function formatRange(values: readonly number[]): string {
  return `${formatNumber(Math.min(...values))} to ${formatNumber(Math.max(...values))}`;
}

function formatNumber(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 });
}
