import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { print, ROOT, run } from '@snug/scripts/run.mjs';
import { createWorktree } from '@snug/scripts/worktree.ts';
import { getMedian } from '@snug/testkit/stats.ts';
import type { Result } from './results.ts';

// `npm run bench:compare -- v0.2.0 fan-out sends` measures this checkout and another version alternately, each by its own
// `npm run bench`, and prints the ratio of their medians. `--runs 3` changes the number of rounds from five.

type FigureSamples = Map<string, number[]>;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { runs: { type: 'string' } } });
const [version = '', ...names] = positionals;
const rounds = Number(values.runs ?? 5);
const other = await createWorktree(version);
try {
  const trees = [
    { root: other.path, figures: new Map<string, number[]>() },
    { root: ROOT, figures: new Map<string, number[]>() },
  ];
  for (const name of names) {
    for (let round = 0; round < rounds; round++) {
      process.stderr.write(`${name}, round ${round + 1} of ${rounds}\n`);
      // Each tree comes first equally often.
      for (const tree of round % 2 === 0 ? trees : trees.toReversed()) {
        addResults(tree.figures, await measureOnce(tree.root, name));
      }
    }
  }
  const [before, now] = trees.map(({ figures }) => figures);
  if (before && now) for (const line of formatComparison(before, now)) print(line);
} finally {
  await other.remove();
}

async function measureOnce(root: string, name: string): Promise<Result[]> {
  const results = join(root, 'bench', 'results');
  const { code, output } = await run('npm', ['run', 'bench', '--', name, '--runs', '1'], {
    cwd: root,
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
    return `${key.padEnd(60)} ${formatNumber(getMedian(others))} -> ${formatNumber(getMedian(values))}  x ${ratio.toFixed(2)}`;
  });
}

function formatNumber(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 });
}
