import { cpSync, globSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PREVIOUS_RELEASE } from '@snug/e2e/releases/previous-release.ts';
import { HEART } from '@snug/protocol';
import { run } from '@snug/scripts/run.mjs';
import type { Measurement, Row } from './measurement.ts';
import { startOnce } from './start-up.ts';

const VERSION = 'v0.4.0';
const FULL = { users: 1_000, rooms: 100, messages: 1_000_000 };
const QUICK = { users: 10, rooms: 2, messages: 1_000 };
/** One of this many messages has likes. */
const LIKED_EACH = 10;
const LIKES = 3;
const BUILD = `import { build } from './scripts/build.mjs'; await build();`;

/** Includes whether the old version starts again on the snapshot of that start. */
export const upgrade: Measurement = {
  name: 'upgrade',
  title: `The first start on a database of ${VERSION} with a million messages, and ${VERSION} on the snapshot`,
  goals: [{ figure: 'to healthy, ms', atMost: 60_000 }],
  rounds: 3,
  async run({ index, quick, folder }) {
    const [old, filled, data] = ['old', 'filled', 'data'].map(name => join(folder, name)) as [
      string,
      string,
      string,
    ];
    if (index === 0) await populateOldVersion(old, filled, quick ? QUICK : FULL);
    rmSync(data, { recursive: true, force: true });
    cpSync(filled, data, { recursive: true });
    const sizeBefore = readSizeMB(data);
    const first = await startOnce('server/dist/main.js', data);
    const rows: Row[] = [
      { of: 'Snug', figures: { ...first, 'before, MB': sizeBefore, 'after, MB': readSizeMB(data) } },
    ];
    rows.push({ of: 'the next start', figures: await startOnce('server/dist/main.js', data) });
    restoreSnapshot(data);
    rows.push({ of: `${VERSION} on the copy`, figures: await startOnce('server/dist/main.js', data, old) });
    return rows;
  },
};

/** A data folder filled by the old version, with likes on some messages. */
async function populateOldVersion(old: string, data: string, counts: typeof FULL): Promise<void> {
  mkdirSync(old);
  await runOrThrow('sh', ['-c', `git archive ${PREVIOUS_RELEASE} | tar -x -C "$0"`, old]);
  await runOrThrow('node', ['scripts/with-node.mjs', '--input-type=module', '--eval', BUILD], { cwd: old });
  const options = Object.entries(counts).flatMap(([name, count]) => [`--${name}`, String(count)]);
  await runOrThrow('npm', ['run', 'populate', '--', ...options], { cwd: old, env: { SNUG_DATA: data } });
  const db = new DatabaseSync(join(data, 'snug.db'));
  db.exec(`insert into reactions ("roomId", "messageId", "userId", "emoji")
    select m."roomId", m.id, u.id, '${HEART}' from messages m, (select id from users limit ${LIKES}) u
    where m.seq % ${LIKED_EACH} = 0;
    update messages set "reactions" = '{"${HEART}":${LIKES}}' where seq % ${LIKED_EACH} = 0;
    pragma wal_checkpoint(truncate)`);
  db.close();
}

async function runOrThrow(...of: Parameters<typeof run>): Promise<void> {
  const [program, args, options] = of;
  const { code, output } = await run(program, args, { ...options, quiet: true });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed.\n${output}`);
}

/** The guide's way back to the old version: the snapshot replaces the database. */
function restoreSnapshot(data: string): void {
  const [copy] = globSync('snapshots/*.db', { cwd: data });
  if (!copy) throw new Error('the upgrade left no snapshot');
  for (const end of ['', '-wal', '-shm']) rmSync(join(data, `snug.db${end}`), { force: true });
  renameSync(join(data, copy), join(data, 'snug.db'));
}

function readSizeMB(data: string): number {
  return statSync(join(data, 'snug.db')).size / 1e6;
}
