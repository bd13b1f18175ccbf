import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../../scripts/build.mjs';
import { say } from '../../scripts/run.mjs';
import { type Outcome, runScenario } from './scenario.ts';
import { CROWDS, type Crowd, openScene } from './scene.ts';

// `npm run attacks`: what each attack costs other people. Options: `--seconds 30`, `--crowds person,addresses`, and the
// names of attacks; without names all of them. What fails once is measured again: other programs run on this machine, too.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '30' },
    crowds: { type: 'string', default: CROWDS.join() },
    'no-results': { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const crowds = values.crowds.split(',') as Crowd[];
const all = readdirSync(join(import.meta.dirname, 'ideas')).map(name => name.replace('.ts', ''));
const names = positionals.length > 0 ? positionals : all;

await build();
const began = new Date();
const scene = await openScene();
const outcomes: Outcome[] = [];
try {
  for (const name of names)
    for (const crowd of crowds) {
      let outcome = await runScenario(scene, name, crowd, { seconds });
      if (!outcome.passed) {
        say(lineOf(outcome));
        outcome = await runScenario(scene, name, crowd, { seconds });
      }
      outcomes.push(outcome);
      say(lineOf(outcome));
    }
} finally {
  await scene.server.remove();
}
const failed = outcomes.filter(({ passed }) => !passed).length;
if (positionals.length === 0 && !values['no-results']) keep(outcomes);
say(`${outcomes.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function lineOf({
  attack,
  crowd,
  quantile,
  calm,
  attacked,
  worst,
  memory,
  tally,
  failures,
  passed,
}: Outcome): string {
  const times = `calm p95 ${calm.toFixed(0)} ms, attacked p${quantile * 100} ${attacked.toFixed(0)} (worst ${worst.toFixed(0)})`;
  const asked = `${tally.asked} asked, ${tally.done} done, refused ${JSON.stringify(tally.codes)}`;
  const lost =
    failures.length > 0 ? `; others: ${failures.length} failures, ${failures.slice(0, 3).join()}` : '';
  return `${passed ? '✓' : '✗'} ${attack}, ${crowd}: ${times}, memory +${memory.toFixed(0)} MB; ${asked}${lost}`;
}

function keep(results: readonly Outcome[]): void {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}`;
  const command = `npm run attacks -- --seconds ${seconds} --crowds ${crowds.join()}`;
  // Nothing is chosen by chance but ids.
  const facts = { commit, seed: null, command, at: began.toISOString(), machine };
  writeFileSync(
    join(import.meta.dirname, 'results.json'),
    `${JSON.stringify({ ...facts, results }, null, 2)}\n`,
  );
}
