import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { print, ROOT, run } from '@snug/scripts/run.mjs';
import { formatTable, readResults } from './results.ts';

// `npm run test:faults -- kills` runs the tests whose file names contain `kills`. Files run one after the other, so that they
// do not disturb each other's measurements.

const [project = 'faults', ...filters] = process.argv.slice(2);
const resultsFile = project === 'faults' ? 'results.json' : `${project}-results.json`;

const seed = process.env.SNUG_SEED ?? String(Date.now() % 1_000_000);
const folder = mkdtempSync(join(tmpdir(), 'snug-faults-'));
const report = join(folder, 'report.json');
const args = ['run', '--project', project, '--no-file-parallelism', '--reporter=verbose'];

const begun = Date.now();
const { code } = await run(
  'vitest',
  [...args, '--reporter=json', `--outputFile.json=${report}`, ...filters],
  { env: { SNUG_FAULTS: 'full', SNUG_SEED: seed } },
);
const results = readResults(JSON.parse(readFileSync(report, 'utf8')));
rmSync(folder, { recursive: true });
const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, Linux ${release()}, Node ${process.version}`;
const minutes = ((Date.now() - begun) / 60_000).toFixed(1);
const facts = { seed: Number(seed), at: new Date(begun).toISOString(), minutes: Number(minutes), machine };
writeFileSync(join(ROOT, 'faults', resultsFile), `${JSON.stringify({ ...facts, results }, null, 2)}\n`);
print(
  `\n${formatTable(results)}\n\nSeed ${seed}, ${minutes} minutes on ${machine}; in full in faults/${resultsFile}`,
);
process.exit(code);
