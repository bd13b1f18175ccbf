import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '@snug/scripts/build.mjs';
import { print } from '@snug/scripts/run.mjs';
import { loadAttack, needsOwnServer } from './attack.ts';
import { ATTACKER_PROFILES, type AttackerProfile, createAttackSetup } from './attack-setup.ts';
import { type Outcome, runScenario } from './scenario.ts';

// `npm run attacks` measures what each attack costs other people. Options: `--seconds 30`, `--crowds person,addresses`,
// and names of attacks; without names, all attacks run. `npm run test:security` uses `--short`: one person runs each
// attack but those of `LONG_RUN_ONLY`, and many addresses run `MANY_ADDRESS_ATTACKS`, 5 s each, on one server. A failed
// attack is measured again, because other programs run on this machine, too.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '30' },
    crowds: { type: 'string', default: ATTACKER_PROFILES.join() },
    short: { type: 'boolean', default: false },
    results: { type: 'string', default: join(import.meta.dirname, 'results.json') },
    'no-results': { type: 'boolean', default: false },
  },
});
/** Everyone in a room receives the result, or the server uses the most memory: the worst case is many attackers at once. */
const MANY_ADDRESS_ATTACKS = ['sends', 'likes', 'unread-answers', 'avatars'];
/** Too long for the short run. */
const LONG_RUN_ONLY = new Set([
  'avatar-addresses',
  'catch-ups-apart',
  'half-open',
  'history-apart',
  'incoming-webhooks',
  'loud-names',
  'page-headers',
  'pages',
  'private-names',
  'profiles',
  'room-lists',
  'room-settings',
  'sessions',
  'shares',
  'slow-requests',
  'slow-uploads',
  'tiny-uploads',
  'topic-churn',
  'webhooks',
]);

const NOTE =
  'Each result comes from the newest run of its attack by its attackers. Other programs may have run on this machine: compare `calm` with `attacked`.';

const seconds = values.short ? 5 : Number(values.seconds);
const crowds = values.crowds.split(',') as AttackerProfile[];
const all = readdirSync(join(import.meta.dirname, 'catalog')).map(name => name.replace('.ts', ''));
const defaultNames = values.short ? all.filter(name => !LONG_RUN_ONLY.has(name)) : all;
const names = positionals.length > 0 ? positionals : defaultNames;

await build();
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
const startedAt = new Date();
const setup = await createAttackSetup();
const outcomes: Outcome[] = [];
/** Whether the server has what only the previous attack needs. */
let isSpecial = false;
try {
  if (values.short) await setup.restart();
  for (const [name, crowd] of scenarios()) {
    let outcome = await measure(name, crowd);
    if (!outcome.passed) {
      print(formatOutcome(outcome));
      outcome = await measure(name, crowd, true);
    }
    outcomes.push(outcome);
    print(formatOutcome(outcome));
    // After each attack, so that an aborted run leaves its results.
    if (!values['no-results']) saveOutcome(outcome);
  }
} finally {
  await setup.remove();
}
const failed = outcomes.filter(({ passed }) => !passed).length;
print(`${outcomes.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function scenarios(): [name: string, crowd: AttackerProfile][] {
  if (!values.short)
    return names.flatMap(name => crowds.map(crowd => [name, crowd] as [string, AttackerProfile]));
  const many = names.filter(name => MANY_ADDRESS_ATTACKS.includes(name));
  return [
    ...names.map(name => [name, 'person'] as [string, AttackerProfile]),
    ...many.map(name => [name, 'addresses'] as [string, AttackerProfile]),
  ];
}

async function measure(name: string, crowd: AttackerProfile, isRetry = false): Promise<Outcome> {
  const isFresh = !values.short || isRetry || crowd === 'addresses' || outcomes.length === 0 || isSpecial;
  isSpecial = needsOwnServer(await loadAttack(name));
  const baselineMs = values.short ? 500 : 2_500;
  return runScenario(setup, name, crowd, { seconds, baselineMs, isFresh, attackerIndex: outcomes.length });
}

function formatOutcome({
  attack,
  crowd,
  quantile,
  calm,
  attacked,
  worst,
  memory,
  memoryFromStart,
  tally,
  failures,
  passed,
}: Outcome): string {
  const times = `calm p95 ${calm.toFixed(0)} ms, attacked p${quantile * 100} ${attacked.toFixed(0)} (worst ${worst.toFixed(0)})`;
  const asked = `${tally.asked} asked, ${tally.done} done, refused ${JSON.stringify(tally.codes)}`;
  const lost =
    failures.length > 0 ? `; others: ${failures.length} failures, ${failures.slice(0, 3).join()}` : '';
  return `${passed ? '✓' : '✗'} ${attack}, ${crowd}: ${times}, memory +${memory.toFixed(0)} MB (from the start +${memoryFromStart.toFixed(0)}); ${asked}${lost}`;
}

/** Replaces the result of the same attack by the same attackers. */
function saveOutcome(outcome: Outcome): void {
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}`;
  const command = `npm run attacks -- ${process.argv.slice(2).join(' ')}`;
  // Only ids are random.
  const facts = {
    commit,
    seed: null,
    command,
    seconds,
    at: startedAt.toISOString(),
    machine,
    load: loadavg()[0],
  };
  const kept = new Map(readSavedOutcomes().map(result => [`${result.attack} ${result.crowd}`, result]));
  kept.set(`${outcome.attack} ${outcome.crowd}`, { ...facts, ...outcome });
  const all = [...kept].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, result]) => result);
  writeFileSync(values.results, `${JSON.stringify({ note: NOTE, results: all }, null, 2)}\n`);
}

function readSavedOutcomes(): Pick<Outcome, 'attack' | 'crowd'>[] {
  if (!existsSync(values.results)) return [];
  return (JSON.parse(readFileSync(values.results, 'utf8')) as { results: Outcome[] }).results;
}
