import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '@snug/scripts/build.mjs';
import { print } from '@snug/scripts/run.mjs';
import { admin } from './admin.ts';
import { arrivals } from './arrivals.ts';
import { backup } from './backup.ts';
import { conversationCounts } from './conversation-counts.ts';
import { emoji } from './emoji.ts';
import { engines } from './engines.ts';
import { fanOut } from './fan-out.ts';
import { firstLoad } from './first-load.ts';
import { hidden } from './hidden.ts';
import { history } from './history.ts';
import { hotRoom } from './hot-room.ts';
import { imports } from './import.ts';
import { keys } from './keys.ts';
import { lastMember } from './last-member.ts';
import { line } from './line.ts';
import { formatMachineFacts, readMachineFacts } from './machine.ts';
import type { Measurement } from './measurement.ts';
import { memory } from './memory.ts';
import { nodes } from './nodes.ts';
import { notifications } from './notifications.ts';
import { people } from './people.ts';
import { finishProfiles, startProfiles } from './profile.ts';
import { reactions } from './reactions.ts';
import { replies } from './replies.ts';
import { type Result, runMeasurement } from './results.ts';
import { returning } from './return.ts';
import { roomChanges } from './room-changes.ts';
import { rooms } from './rooms.ts';
import { scrolling } from './scrolling.ts';
import { searches } from './search.ts';
import { sends } from './sends.ts';
import { startUp } from './start-up.ts';
import { formatTable } from './table.ts';
import { trim } from './trim.ts';
import { unread } from './unread.ts';
import { upgrade } from './upgrade.ts';

// `npm run bench` runs all, `npm run bench -- fan-out` one measurement, `npm run bench -- page` a group, and
// `npm run bench -- page arrivals` one of the group. `--runs 3` sets the number of rounds, `--quick`
// only checks that they run, `--scale 0.3` has less data in imports and in the search, `--searches 100` fewer searches,
// `--folder` keeps the data of the search for the next run, `--profile` profiles Snug (and slows it down).

const MEASUREMENTS: readonly Measurement[] = [
  fanOut,
  hotRoom,
  lastMember,
  sends,
  engines,
  nodes,
  memory,
  returning,
  history,
  firstLoad,
  startUp,
  scrolling,
  arrivals,
  keys,
  roomChanges,
  rooms,
  people,
  emoji,
  reactions,
  unread,
  conversationCounts,
  replies,
  notifications,
  line,
  admin,
  hidden,
  backup,
  ...imports,
  trim,
  upgrade,
  ...searches,
];

const ROUNDS = 5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string' },
    quick: { type: 'boolean', default: false },
    scale: { type: 'string', default: '1' },
    searches: { type: 'string', default: '1000' },
    folder: { type: 'string' },
    profile: { type: 'boolean', default: false },
  },
});
const { quick } = values;
const named = new Set(positionals);
/** Their groups' names do not select others. */
const narrowed = new Set(MEASUREMENTS.filter(({ name }) => named.has(name)).map(({ group }) => group));
const wanted = MEASUREMENTS.filter(
  ({ name, group }) =>
    named.size === 0 || named.has(name) || (group !== undefined && named.has(group) && !narrowed.has(group)),
);

await build();
const machine = readMachineFacts();
print(`${formatMachineFacts(machine)}\n`);
const results: Result[] = [];
for (const measurement of wanted) {
  if (values.profile) startProfiles();
  const rounds = Number(values.runs ?? (quick ? 1 : (measurement.rounds ?? ROUNDS)));
  results.push(
    await runMeasurement(
      measurement,
      {
        rounds,
        quick,
        scale: Number(values.scale),
        searches: Number(values.searches),
        ...(values.folder !== undefined && { folder: resolve(values.folder) }),
      },
      line => process.stderr.write(`${line}\n`),
    ),
  );
  print(`${results.slice(-1).map(formatTable).join()}\n`);
  for (const line of finishProfiles()) print(line);
}
const folder = join(import.meta.dirname, 'results');
mkdirSync(folder, { recursive: true });
const at = new Date().toISOString();
const path = join(folder, `${at.replaceAll(/[:.]/g, '-')}.json`);
writeFileSync(path, JSON.stringify({ at, quick, machine, results }, undefined, 2));
print(`Also in ${path}`);
process.exit(0);
