import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '@snug/testkit/random.ts';
import { sampleCases } from '@snug/testkit/test-scope.ts';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { readEpoch } from '../../db/epoch.ts';
import { findIndexProblems } from '../../testing/check-index-file.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  runJob,
  temporaryDatabase,
} from '../../testing/database.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { Follower } from './follower.ts';
import { MessageSource } from './message-source.ts';
import { SearchFile } from './search-file.ts';

const WORDS = ['Kuchen', 'Straße', '北京大学', 'fooBar_baz', 'สวัสดี', '🎉', 'E1234', 'дома'];
const FILES = ['search.db', 'search.db-wal'];
const SECTOR_BYTES = 512;
/** Of the statements. */
const COPIED_SHARE = 0.25;

/** What the disk has at this moment: what a killed process leaves behind. */
function copyFiles(from: string): string {
  const to = temporaryFolder();
  for (const name of FILES) if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
  return to;
}

/** Loses writes of the log that were not synced: its end, or any of its last sectors. */
function cutPower(folder: string, random: Random): void {
  const path = join(folder, 'search.db-wal');
  if (!existsSync(path)) return;
  const log = readFileSync(path);
  if (random.chance(0.5)) return writeFileSync(path, log.subarray(0, random.below(log.length + 1)));
  for (let count = 0; count < 3; count++) {
    const at = SECTOR_BYTES * random.below(Math.ceil(log.length / SECTOR_BYTES));
    log.subarray(at, at + SECTOR_BYTES).fill(0);
  }
  writeFileSync(path, log);
}

test.each(sampleCases([1, 2, 3]))(
  'after a kill at any statement, and a power cut in any write, the index finds what a look at every text finds (seed %i)',
  async seed => {
    const random = new Random(seed);
    const { db } = await temporaryDatabase();
    const data = temporaryFolder();
    const uid = await addPerson(db, 'Ann');
    const roomIds: string[] = [];
    for (const kind of ['open', 'open', 'private', 'private'] as const) {
      const { output } = await runJob<{ room: { id: string } }>(db, createRoomJob(uid, { kind }));
      roomIds.push(output.room.id);
    }
    const file = SearchFile.openForWrites(data, await readEpoch(db));
    const follower = new Follower(file, new MessageSource(db), () => 0);
    const copies: string[] = [];
    const run = file.run.bind(file);
    file.run = (sql, ...values) => {
      if (random.chance(COPIED_SHARE)) copies.push(copyFiles(data));
      run(sql, ...values);
    };
    const sent: { id: string; roomId: string; revision: number }[] = [];
    const write = async (roomId: string, mutation: string, input: object) => {
      await runJob(db, { mutation, caller: { uid }, input: { roomId, ...input } });
      follower.announce([roomId]);
    };
    const createText = () => [random.pick(WORDS), random.pick(WORDS), random.below(9)].join(' ');
    for (let count = 0; count < 60; count++) {
      const roomId = random.pick(roomIds) ?? '';
      const message = random.pick(sent);
      const kind = random.pickWeighted({ send: 6, edit: 2, delete: 2, leave: 0.1 });
      if (kind === 'send') {
        const id = newId();
        await write(roomId, 'send_message', { id, text: createText() });
        sent.push({ id, roomId, revision: 0 });
      } else if (kind === 'edit' && message) {
        const { id, revision } = message;
        await write(message.roomId, 'edit_message', { id, revision, editId: newId(), text: createText() });
        message.revision++;
      } else if (kind === 'delete' && message) {
        await write(message.roomId, 'delete_message', { messageId: message.id });
        sent.splice(sent.indexOf(message), 1);
      } else if (kind === 'leave') {
        await db.updateTable('rooms').set({ deletedAt: 1 }).where('id', '=', roomId).execute();
        follower.announce([roomId]);
        for (const each of sent.filter(each => each.roomId === roomId)) sent.splice(sent.indexOf(each), 1);
        roomIds.splice(roomIds.indexOf(roomId), 1);
      }
      if (random.chance(0.4)) await follower.applyChanges();
      if (random.chance(0.2)) await follower.removeRooms();
      if (random.chance(0.1)) await follower.compareRooms();
      if (random.chance(0.2)) file.merge(20);
      if (random.chance(0.1)) file.truncateLog();
    }
    await runJob(db, createSendJob(uid, { roomId: roomIds[0] ?? '', text: 'the last one' }));
    file.close();
    expect(copies.length).toBeGreaterThan(15);
    for (const [index, copy] of copies.entries()) {
      if (index % 2 === 1) cutPower(copy, random);
      expect([index, await findIndexProblems(db, copy, WORDS)]).toEqual([index, []]);
    }
  },
);
