import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { addPerson, NOW, runJob } from '../testing/database.ts';
import { createRoomWithFiles } from '../testing/files.ts';
import {
  accessFile,
  accessMessage,
  accessPerson,
  accessRoom,
  accessRoomAsAdmin,
  accessSelf,
  accessUpload,
} from './access.ts';

const SERVER = join(import.meta.dirname, '..');

/** Functions that find a thing without a permission check, and the files that may use them besides `access.ts`. `invite-access.ts` is a part of it. */
const FINDERS: Record<string, string[]> = {
  // The erasure of a deleted account has no caller: it selects messages by their author.
  findMessage: ['account/deletion/erase-words.ts'],
  findFile: [],
  findCreator: [],
  findAccess: [],
  findReadable: ['people/invites/invite-access.ts'],
  findReaders: [],
  // Data that is equal for all readers, after their permission check; and the public data of the room list.
  findRoom: [
    'account/deletion/leave-for-good.ts',
    'commands/room-state-reader.ts',
    'people/members/members.ts',
    // A job, for all rooms.
    'chat/rooms/room-index.ts',
    'chat/rooms/room-store.ts',
    'programs/webhooks/next-delivery.ts',
  ],
  findPerson: ['people/invites/invite-access.ts'],
  findActivePerson: [],
  // For the id of a new bot, which somebody may have.
  findBot: ['programs/bots/bots.ts'],
  // The same, and for the room of a webhook before its deletion.
  findWebhook: ['commands/webhook-handlers.ts', 'programs/webhooks/webhooks.ts'],
};

test('X1 only access.ts finds things that belong to a person', () => {
  const users: Record<string, string[]> = {};
  for (const file of globSync('**/*.ts', { cwd: SERVER })) {
    if (file.endsWith('.test.ts') || file.startsWith('testing/')) continue;
    const source = readFileSync(join(SERVER, file), 'utf8');
    for (const [, names = ''] of source.matchAll(/^import \{([^}]*)\}/gm))
      for (const name of names.split(',').map(name => name.trim()))
        if (name in FINDERS) (users[name] ??= []).push(file);
  }
  for (const [name, others] of Object.entries(FINDERS))
    expect([name, users[name]?.toSorted()]).toEqual([name, ['chat/access.ts', ...others].toSorted()]);
});

test('X1 missing and invisible things cause the same error', async () => {
  const { db, uid, roomId, upload } = await createRoomWithFiles();
  const stranger = await addPerson(db, 'Bob');
  const waiting = await upload();
  const refusals = [
    accessUpload(db, stranger, newId()),
    accessUpload(db, stranger, waiting.id),
    accessFile(db, { uid: stranger, now: NOW }, newId()),
    accessFile(db, { uid: stranger, now: NOW }, waiting.id),
    accessRoom(db, { uid: stranger, now: NOW }, newId()),
    accessRoom(db, { uid: newId(), now: NOW }, roomId),
    accessRoomAsAdmin(db, { uid: stranger, now: NOW }, newId()),
    accessMessage(db, { uid: stranger, now: NOW }, roomId, newId()),
    accessPerson(db, newId()),
  ].map(access => access.catch((error: unknown) => error));
  const answers = await Promise.all(refusals);
  expect(new Set(answers.map(String))).toEqual(new Set(['CommandError: Not found']));
  expect(await accessUpload(db, uid, waiting.id)).toMatchObject({ fileId: waiting.id });
});

test('X1 a deleted account has access to nothing', async () => {
  const { db, uid, roomId, upload } = await createRoomWithFiles();
  const { id: fileId } = await upload();
  const input = { id: newId(), roomId, fileId };
  await runJob(db, { mutation: 'send_message', caller: { uid }, input });
  expect(await accessFile(db, { uid, now: NOW }, fileId)).toMatchObject({ fileId, roomId });
  const gone = newId();
  await expect(accessSelf(db, gone)).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(accessRoom(db, { uid: gone, now: NOW }, roomId)).rejects.toMatchObject({ code: 'not_found' });
  await expect(accessMessage(db, { uid: gone, now: NOW }, roomId, input.id)).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(accessFile(db, { uid: gone, now: NOW }, fileId)).rejects.toMatchObject({ code: 'not_found' });
});
