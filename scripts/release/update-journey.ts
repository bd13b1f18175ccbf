import { deepEqual, equal, match } from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  assertTexts,
  type PreviousFolder,
  readContent,
  signInAndRead,
} from '@snug/e2e/releases/previous-folder.ts';
import { PNG } from '@snug/testkit/sample-files.ts';
import { print } from '../run.mjs';
import { getNextVersion, getVersion, NEXT_MIGRATION } from './sources.ts';

/** A way to run Snug, by the commands of docs/self-hosting.md. */
export interface Installation {
  url: string;
  /** The data folder, on this machine. */
  data: string;
  /** Restores a backup while Snug is stopped, and starts Snug. */
  moveIn: (backup: string) => Promise<void>;
  /** Backs up, changes the version to the next one, and starts it. */
  update: () => Promise<void>;
  /** Stops Snug, rolls back, and starts this version. Returns the output of the rollback. */
  rollBack: () => Promise<string>;
  stop: () => Promise<void>;
}

export async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  const result = await work();
  print(`✓ ${name} (${((performance.now() - begun) / 1_000).toFixed(1)} s)`);
  return result;
}

/** A large folder of the previous release moves in, and is updated to a build with a migration and back. */
export async function runUpdateJourney(snug: Installation, previous: PreviousFolder): Promise<void> {
  const { content, roomId } = previous;
  await step('move in', () => snug.moveIn(previous.backup));
  const ann = await step('the author reads the room and the file', () =>
    signInAndRead(snug.url, previous, ['Before the update']),
  );
  await step('every message, person, password, room and file has moved', async () =>
    deepEqual(readContent(snug.data), content),
  );
  const { id: fileId } = await ann.uploadFile('picture.png', PNG);
  await ann.runCommand('send_message', { roomId, text: 'With a picture', fileId });
  const before = readContent(snug.data);

  await step('update', snug.update);
  await step('the session, the messages and the files are there', async () => {
    await assertTexts(ann, roomId, ['Before the update', 'With a picture']);
    equal((await ann.get(`/files/${fileId}/picture.png`)).status, 200);
    deepEqual(readContent(snug.data), before);
  });
  await step('the migration ran', async () => equal(countMigrated(snug.data), 100_002));
  await ann.runCommand('send_message', { roomId, text: 'After the update' });

  const output = await step('way back', snug.rollBack);
  match(output, new RegExp(`Version: Snug ${getVersion()}`));
  match(output, /missing afterwards: 1 message, 0 files, 0 rooms and 0 accounts/);
  await step('everything is as before the update, but for the sessions', async () => {
    deepEqual(readContent(snug.data), before);
    equal(countMigrated(snug.data), undefined);
    equal((await ann.postCommand('list_rooms', {})).status, 401);
    await signInAndRead(snug.url, previous, ['Before the update', 'With a picture']);
  });
  await step('the replaced database is kept', async () => {
    const [kept = '', ...others] = globSync(join(snug.data, 'before-rollback-*'));
    deepEqual(others, []);
    match(readContent(kept).messages ?? '', /^100003 /);
  });
  await step(`update to ${getNextVersion()} again`, snug.update);
  await signInAndRead(snug.url, previous, ['Before the update', 'With a picture']);
  await step('stop', snug.stop);
}

/** The rows that the migration of the next build wrote, if it ran. */
function countMigrated(data: string): number | undefined {
  const db = new DatabaseSync(join(data, 'snug.db'), { readOnly: true });
  try {
    const isThere = db.prepare('select 1 from sqlite_schema where name = ?').get(NEXT_MIGRATION);
    if (!isThere) return undefined;
    return Number(db.prepare(`select count(*) as "count" from "${NEXT_MIGRATION}"`).get()?.count);
  } finally {
    db.close();
  }
}
