import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { accessFile } from '../src/admin/reports/access.ts';
import { newId } from '../src/base/ids.ts';
import { accessMessage } from '../src/chat/messages/access.ts';
import { accessModeratedRoom, accessRoom, accessRoomAsModerator } from '../src/chat/rooms/access.ts';
import { accessUpload } from '../src/files/access.ts';
import { accessPerson, accessSelf } from '../src/people/profiles/access.ts';
import { addPerson, NOW, runJob } from '../src/testing/database.ts';
import { createRoomWithFiles } from '../src/testing/files.ts';
import { accessWorkspace } from '../src/workspace/access.ts';

const SERVER = join(import.meta.dirname, '../src');

/** Functions that find a thing without a permission check, with the only files that may use them. */
const FINDERS: Record<string, string[]> = {
  findMessage: [
    // The erasure of a deleted account has no caller: it selects messages by their author.
    'account/deletion/erase-words.ts',
    // The list asks for the access to all its rooms at once, before it reads the first messages.
    'chat/conversations/conversation-list.ts',
    'chat/messages/access.ts',
    // A reminder that is due has no command. It asks for the access before.
    'notifications/notifier/later-pusher.ts',
  ],
  // After the check of the sender's rights.
  findAnswered: ['chat/messages/messages.ts'],
  findFile: ['admin/reports/access.ts', 'chat/room-files/access.ts', 'files/access.ts'],
  findCreator: [
    'chat/rooms/access.ts',
    // The line of an export by the command line has an author.
    'export/record-export.ts',
  ],
  findAccess: ['chat/rooms/access.ts'],
  findReadable: ['chat/rooms/access.ts'],
  // The receivers of a mention, a push or an event have no command.
  findReaders: [
    'chat/mentions/mentions.ts',
    'notifications/notifier/called-people.ts',
    'notifications/notifier/later-pusher.ts',
    'realtime/delivery.ts',
  ],
  // Data that is equal for all readers, after their permission check; and the public data of the room list.
  findRoom: [
    'account/deletion/leave-for-good.ts',
    'admin/guests/guests.ts',
    'chat/rooms/access.ts',
    // A job, for all rooms.
    'chat/rooms/room-index.ts',
    'chat/rooms/room-state-reader.ts',
    'chat/rooms/room-store.ts',
    // After the check of the person's rights; the command line may export each room.
    'export/record-export.ts',
    'http/export-route.ts',
    'people/members/members.ts',
    'programs/webhooks/next-delivery.ts',
  ],
  findPerson: [
    // Nobody can access a deleted account.
    'account/deletion/erase-pictures.ts',
    // The author of a line about an export.
    'export/record-export.ts',
  ],
  findActivePerson: [
    // Whom a guest can ask for longer access.
    'account/account-state.ts',
    'account/claims/claim-account.ts',
    'account/new-session.ts',
    'account/recovery/access.ts',
    'admin/workspace/access.ts',
    'people/invites/access.ts',
    // The person who has just signed up.
    'people/invites/invited-sign-up.ts',
    'people/profiles/access.ts',
  ],
  findKnownPerson: ['people/profiles/access.ts'],
  // The receivers of an event have no command.
  selectKnown: ['people/profiles/access.ts', 'realtime/delivery.ts'],
  findBot: [
    'programs/bots/access.ts',
    // For the id of a new bot, which somebody may have.
    'programs/bots/bots.ts',
  ],
  findWebhook: [
    'programs/webhooks/access.ts',
    // For the id of a new webhook, which somebody may have.
    'programs/webhooks/webhooks.ts',
  ],
};

test('X1 only the access.ts of a noun finds things that belong to a person', () => {
  const users: Record<string, string[]> = {};
  for (const file of globSync('**/*.ts', { cwd: SERVER })) {
    if (file.endsWith('.test.ts') || file.startsWith('testing/')) continue;
    const source = readFileSync(join(SERVER, file), 'utf8');
    for (const [, names = ''] of source.matchAll(/^import \{([^}]*)\}/gm))
      for (const name of names.split(',').map(name => name.trim().split(' ')[0] ?? ''))
        if (name in FINDERS) (users[name] ??= []).push(file);
  }
  for (const [name, files] of Object.entries(FINDERS))
    expect([name, users[name]?.toSorted()]).toEqual([name, files]);
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
    accessRoomAsModerator(db, { uid: stranger, now: NOW }, newId()),
    accessMessage(db, { uid: stranger, now: NOW }, roomId, newId()),
    accessPerson(db, { uid: stranger }, newId()),
  ].map(access => access.catch((error: unknown) => error));
  const answers = await Promise.all(refusals);
  expect(new Set(answers.map(String))).toEqual(new Set(['CommandError: Not found']));
  expect(await accessUpload(db, uid, waiting.id)).toMatchObject({ fileId: waiting.id });
});

test('X1 each check asks the database once, and then for the thing that it returns', async () => {
  const { db, uid, roomId, upload } = await createRoomWithFiles();
  const { id: fileId } = await upload();
  await runJob(db, { mutation: 'send_message', caller: { uid }, input: { id: newId(), roomId, fileId } });
  await runJob(db, { mutation: 'set_workspace_admin', caller: { uid: '' }, input: { uid, admin: true } });
  const actor = { uid, now: NOW };
  const queries = vi.spyOn(db, 'executeQuery');
  const count = async (check: Promise<unknown>) => {
    await check;
    const { length } = queries.mock.calls;
    queries.mockClear();
    return length;
  };
  expect(await count(accessRoom(db, actor, roomId))).toBe(1);
  expect(await count(accessRoomAsModerator(db, actor, roomId))).toBe(1);
  expect(await count(accessModeratedRoom(db, actor, roomId))).toBe(2);
  expect(await count(accessWorkspace(db, actor))).toBe(1);
  expect(await count(accessFile(db, actor, fileId))).toBe(2);
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
