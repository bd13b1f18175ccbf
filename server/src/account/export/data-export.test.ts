import { buffer } from 'node:stream/consumers';
import { HEART } from '@snug/protocol';
import { readZip } from '@snug/testkit/read-zip.ts';
import { PNG } from '@snug/testkit/sample-files.ts';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { addPerson, createRoomJob, createSendJob, runJob, sendMany } from '../../testing/database.ts';
import { createRoomWithFiles } from '../../testing/files.ts';
import { addPushDevice } from '../../testing/push-devices.ts';
import { insertPasskey } from '../passkeys/passkey-store.ts';
import { createArchive } from './create-archive.ts';
import { getFilePath } from './entry-names.ts';
import { measureData } from './own-files.ts';

type Row = Record<string, unknown>;

async function createPeople() {
  const setup = await createRoomWithFiles();
  const { db, uid: ann, storage, clock } = setup;
  const ben = await addPerson(db, 'Ben');
  const run = async (uid: string, mutation: string, input: object) =>
    (await runJob<Row>(db, { mutation, caller: { uid }, input })).output;
  const send = async (uid: string, input: Parameters<typeof createSendJob>[1]) =>
    (await runJob<{ message: { id: string } }>(db, createSendJob(uid, input))).output.message.id;
  const download = async (uid: string) => {
    const confirmSession = async () => {};
    const source = { uid, guest: false, read: db, storage, now: () => clock.now, confirmSession };
    const files = readZip(await buffer(createArchive(source)));
    const read = (name: string): Row[] =>
      (files.get(name)?.toString() ?? 'missing\n')
        .split('\n')
        .slice(0, -1)
        .map(line => JSON.parse(line) as Row);
    return { files, read, all: [...files.values()].join('\n') };
  };
  return { ...setup, ann, ben, run, send, download };
}

test("Y22 the archive has everything that is the person's, and nothing of others", async () => {
  const { db, ann, ben, roomId, run, send, download, upload } = await createPeople();
  const file = await upload(PNG, '../a?.png');
  const own = await send(ann, { roomId, text: 'My words' });
  await runJob(db, {
    mutation: 'send_message',
    caller: { uid: ann },
    input: { id: newId(), roomId, fileId: file.id },
  });
  const mention = { uid: ann, start: 0, length: 4 };
  const other = await send(ben, { roomId, text: '@Ann reads this', mentions: [mention] });
  await send(ben, { roomId, text: 'Not about her' });
  await run(ann, 'set_reaction', { roomId, messageId: other, emoji: HEART, on: true });
  await run(ann, 'set_saved', { roomId, messageId: other, on: true });
  await run(ann, 'set_pin', { roomId, messageId: own, on: true });
  await run(ann, 'set_read', { roomId, seq: 2, version: 1 });
  await run(ann, 'set_follow', { roomId, messageId: other, on: true });
  await run(ben, 'set_follow', { roomId, messageId: own, on: true });
  await run(ann, 'set_block', { uid: ben, blocked: true });
  const { files, read, all } = await download(ann);
  expect(read('rooms.jsonl')).toMatchObject([{ roomId, name: 'Room', role: 'admin', messages: 2 }]);
  const path = `files/${file.id}/.._a_.png`;
  expect(read('messages.jsonl')).toMatchObject([
    { roomId, id: own, text: 'My words' },
    { file: { name: '../a?.png', path } },
  ]);
  expect(files.get(path)).toEqual(Buffer.from(PNG));
  expect(read('cursors.jsonl')).toMatchObject([{ roomId, seq: expect.any(Number) }]);
  expect(read('conversations.jsonl')).toEqual([
    { roomId, rootId: other, follows: true, seq: 0, at: expect.any(String) },
  ]);
  expect(read('reactions.jsonl')).toEqual([{ roomId, messageId: other, emoji: HEART }]);
  const message = { messageId: other, text: '@Ann reads this', author: { uid: ben, name: 'Ben' } };
  expect(read('mentions.jsonl')).toMatchObject([{ kind: 'person', ...message }]);
  expect(read('saved.jsonl')).toMatchObject([message]);
  expect(read('pins.jsonl')).toMatchObject([{ roomId, messageId: own }]);
  expect(read('blocks.jsonl')).toEqual([{ uid: ben, name: 'Ben' }]);
  expect(all).not.toContain('Not about her');
  for (const name of [...files.keys()].filter(name => name.endsWith('.jsonl')))
    expect(files.get('README.txt')?.toString()).toContain(name);
  expect(await measureData(db, ann)).toEqual({ messages: 2, files: 1, bytes: PNG.length, hasMore: false });
});

test('Y22 the archive has the reports, invitations, bots, tokens and passkeys, and no secret', async () => {
  const { db, ann, ben, roomId, run, send, download } = await createPeople();
  await run('', 'set_workspace_admin', { uid: ben, admin: true });
  const messageId = await send(ben, { roomId, text: 'Rude words' });
  await run(ann, 'report_message', { id: newId(), roomId, messageId, reason: 'It is rude' });
  const invite = { id: newId(), roomIds: [roomId], maxUses: 3, expiresInDays: 7 };
  await run(ann, 'create_invite', invite);
  await run(ann, 'set_notification_settings', { words: ['soup'], pausedUntil: Date.UTC(2099, 0, 1) });
  await run(ann, 'set_status', { emoji: '🎧', text: 'Busy', until: Date.UTC(2098, 0, 1) });
  await run(ann, 'create_bot', { id: newId(), name: 'Robo' });
  await run(ann, 'create_token', { id: newId(), name: 'A program', hash: 'hash-of-token', expiresInDays: 1 });
  const accounts = db.updateTable('accounts').set({ password: 'hash-of-password' } as object);
  await accounts.where('userId', '=', ann).execute();
  const key = { publicKey: 'key-of-passkey', counter: 0, transports: '', name: 'My phone' };
  await insertPasskey(db, ann, { id: newId(), credentialId: 'key-of-device', ...key }, 1);
  const session = { token: 'token-of-session', userAgent: 'Browser' };
  await db
    .insertInto('sessions')
    .values({ id: newId(), userId: ann, ...session, ...TIMES })
    .execute();
  const endpoint = 'https://push.example/token-of-endpoint';
  await addPushDevice(db, ann, { subscription: { endpoint, p256dh: 'key-of-browser', auth: 'key-of-auth' } });
  const { files, read, all } = await download(ann);
  expect(read('reports.jsonl')).toMatchObject([{ messageId, reason: 'It is rude' }]);
  expect(read('invitations.jsonl')).toMatchObject([{ roomIds: [roomId], uses: 0 }]);
  expect(JSON.parse(files.get('account.json')?.toString() ?? '')).toMatchObject({
    uid: ann,
    email: `${ann}@snug.example`,
    passkeys: [{ name: 'My phone', createdAt: '1970-01-01T00:00:00.001Z' }],
    sessions: expect.arrayContaining([expect.objectContaining({ userAgent: 'Browser' })]) as object[],
    pushDevices: [{ service: 'other', addedAt: expect.stringMatching(/Z$/) as string }],
    bots: [{ name: 'Robo' }],
    accessTokens: [{ name: 'A program' }],
    status: { emoji: '🎧', text: 'Busy', until: '2098-01-01T00:00:00.000Z' },
    notifications: { words: ['soup'], pausedUntil: '2099-01-01T00:00:00.000Z' },
  });
  expect(all).not.toMatch(/hash-of|token-of|key-of|push\.example|Rude words/);
});

const TIMES = {
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2027-01-01T00:00:00.000Z',
};

test('Y23 a former member gets their own words and files, and neither the name of the room nor words of others', async () => {
  const { db, ann, ben, run, send, download, upload } = await createPeople();
  const secret = createRoomJob(ann, { name: 'Secret plans', kind: 'private' });
  const roomId = (await runJob<{ room: { id: string } }>(db, secret)).output.room.id;
  await run(ann, 'set_member', { roomId, uid: ben, member: true });
  await send(ben, { roomId, text: 'Words of Ben' });
  const file = await upload('bytes of Ben', 'b.txt', ben);
  await run(ben, 'send_message', { id: newId(), roomId, fileId: file.id });
  const mention = { uid: ben, start: 0, length: 4 };
  const messageId = await send(ann, { roomId, text: '@Ben knows this', mentions: [mention] });
  await run(ben, 'set_saved', { roomId, messageId, on: true });
  expect((await download(ben)).all).toContain('knows this');
  await run(ann, 'set_member', { roomId, uid: ben, member: false });
  const { read, files, all } = await download(ben);
  expect(read('messages.jsonl')).toMatchObject([{ roomId, text: 'Words of Ben' }, { roomId }]);
  expect(files.get(getFilePath(file.id, 'b.txt'))?.toString()).toBe('bytes of Ben');
  expect(read('saved.jsonl')).toMatchObject([{ roomId, messageId }]);
  expect(read('mentions.jsonl')).toEqual([]);
  expect(all).not.toMatch(/Secret plans|knows this/);
});

test('Y22 the archive has messages of several pages, among many of others, once and in order', async () => {
  const { db, ann, ben, roomId, download } = await createPeople();
  await sendMany(db, ben, roomId, 150);
  await sendMany(db, ann, roomId, 230);
  await sendMany(db, ben, roomId, 20);
  await sendMany(db, ann, roomId, 1);
  const { read } = await download(ann);
  const texts = read('messages.jsonl').map(({ text }) => text);
  expect(texts).toEqual([...Array.from({ length: 230 }, (_, index) => `message ${index + 1}`), 'message 1']);
});

test('Y24 the archive ends with the session, and reads no further than the client', async () => {
  const { db, ann, roomId, storage, clock, upload, run } = await createPeople();
  const large = await upload(Buffer.alloc(5_000_000), 'large.bin');
  await run(ann, 'send_message', { id: newId(), roomId, fileId: large.id });
  let checks = 0;
  const confirmSession = async () => {
    checks++;
    if (clock.now === 0) throw new Error('signed out');
  };
  const source = { uid: ann, guest: false, read: db, storage, now: () => clock.now, confirmSession };
  const unread = createArchive(source);
  unread.read(0);
  await new Promise(setImmediate);
  expect(checks).toBeLessThan(4);
  unread.destroy();
  const ended = createArchive({ ...source, now: () => Date.UTC(2026, 0, 1) });
  clock.now = 0;
  await expect(buffer(ended)).rejects.toThrow('signed out');
});
