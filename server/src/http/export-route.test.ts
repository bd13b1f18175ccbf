import { randomBytes } from 'node:crypto';
import { type CommandOutput, FOREVER } from '@snug/protocol';
import { readZip } from '@snug/testkit/read-zip.ts';
import { expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { readConfig } from '../config/config.ts';
import { createTestApp } from '../testing/app.ts';
import { createRoomJob, createSendJob, runJob } from '../testing/database.ts';

const SECRET = 'a secret of the private room';

/** Ann's open and private room, with Ben. Wanda looks after the server. */
async function createSetup() {
  const setup = await createTestApp({ rates: readConfig({}).rates });
  const { app, db, signUp } = setup;
  const ann = { uid: setup.uid, cookie: setup.cookie };
  const [ben, wanda] = [await signUp('Ben'), await signUp('Wanda')];
  const run = (uid: string, mutation: string, input: object) =>
    runJob(db, { mutation, caller: { uid }, input });
  await run('', 'set_workspace_admin', { uid: wanda.uid, admin: true });
  const create = async (kind: 'open' | 'private', name: string) => {
    const job = createRoomJob(ann.uid, { kind, name });
    const roomId = (await runJob<CommandOutput<'create_room'>>(db, job)).output.room.id;
    await run(ann.uid, 'set_member', { roomId, uid: ben.uid, member: true });
    return roomId;
  };
  const [open, closed] = [await create('open', 'Hall'), await create('private', 'Café / Plans')];
  const send = async (roomId: string, text: string) =>
    (await runJob<CommandOutput<'send_message'>>(db, createSendJob(ann.uid, { roomId, text }))).output.message
      .id;
  await send(open, 'Hello <Hall>');
  await send(closed, SECRET);
  const get = (cookie: string, url: string, headers: object = {}) =>
    app.inject({ url, headers: { cookie, ...headers } });
  const exportRoom = (cookie: string, roomId: string) => get(cookie, `/api/rooms/${roomId}/export`);
  return { ...setup, ann, ben, wanda, open, closed, run, send, get, exportRoom };
}

test('EX4 an admin gets the room as an attachment that no cache stores and no other site can request', async () => {
  const { ann, closed, get, exportRoom } = await createSetup();
  const { headers, rawPayload, statusCode } = await exportRoom(ann.cookie, closed);
  expect([statusCode, headers]).toMatchObject([
    200,
    {
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="Caf\? _ Plans \d{4}-\d\d-\d\d\.zip"/,
      ),
      'cache-control': 'no-store',
    },
  ]);
  const pages = [...readZip(rawPayload)].map(([name, bytes]) => [name, bytes.toString()] as const);
  expect(pages.map(([name]) => name)).toEqual([
    ...Array(2).fill(expect.stringMatching(/^\d{4}-\d\d\.html$/)),
    'index.html',
  ]);
  // The line about the export is newer than the store of the test.
  expect(pages[0]?.[1]).toContain(SECRET);
  expect(pages[1]?.[1]).toContain('<bdi>Ann</bdi> exported this room');
  const url = `/api/rooms/${closed}/export`;
  const foreign = await get(ann.cookie, url, { 'sec-fetch-site': 'cross-site' });
  expect(foreign.statusCode).toBe(403);
  expect((await get(ann.cookie, `${url}?timeZone=Nowhere/Else`)).statusCode).toBe(400);
});

test('EX3 others get nothing of a room, and leave no trace', async () => {
  const { db, ben, wanda, closed, open, exportRoom, get } = await createSetup();
  const statuses = [
    await exportRoom(ben.cookie, closed),
    await exportRoom(ben.cookie, open),
    await exportRoom(wanda.cookie, closed),
    await exportRoom(wanda.cookie, newId()),
    await exportRoom('', open),
    await get(ben.cookie, '/api/workspace/export'),
  ].map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([403, 403, 404, 404, 401, 403]);
  expect(await db.selectFrom('audit').select('action').where('action', '=', 'export').execute()).toEqual([]);
  expect(await db.selectFrom('messages').select('id').where('notice', 'is not', null).execute()).toEqual([]);
});

test('EX3 a workspace admin gets all open rooms, and no private or direct one, and no address of a person', async () => {
  const { ann, ben, wanda, run, open, closed, get } = await createSetup();
  await run(ann.uid, 'set_member', { roomId: closed, uid: wanda.uid, member: true });
  const { output } = await run(ann.uid, 'open_direct', { uids: [wanda.uid], id: newId() });
  const direct = (output as CommandOutput<'open_direct'>).room.id;
  const { rawPayload, headers } = await get(wanda.cookie, '/api/workspace/export');
  expect(headers['content-disposition']).toMatch(/^attachment; filename="snug-export /);
  const entries = readZip(rawPayload);
  expect([...entries.keys()]).toContain(`rooms/${open}.jsonl`);
  const all = [...entries].map(([name, bytes]) => `${name}\n${bytes.toString()}`).join('\n');
  for (const hidden of [closed, direct, SECRET, 'Plans', '@snug.example']) expect(all).not.toContain(hidden);
  expect(all).toContain('Hello <Hall>');
  expect(JSON.parse(entries.get('manifest.json')?.toString() ?? '')).toMatchObject({
    format: 'snug-export',
    options: { openOnly: true },
  });
  // A ban that is older than the role holds.
  await run('', 'set_workspace_admin', { uid: ben.uid, admin: false });
  await run(ann.uid, 'set_member', { roomId: open, uid: ben.uid, bannedUntil: FOREVER });
  await run('', 'set_workspace_admin', { uid: ben.uid, admin: true });
  expect((await get(ben.cookie, '/api/workspace/export')).statusCode).toBe(403);
});

test('EX4 hidden messages are in no byte of the archive', async () => {
  const { ann, ben, closed, run, send, exportRoom, db, upload } = await createSetup();
  const removed = (
    await runJob<CommandOutput<'send_message'>>(
      db,
      createSendJob(ben.uid, { roomId: closed, text: 'Removed words' }),
    )
  ).output.message.id;
  const deleted = await send(closed, 'Deleted words');
  const edited = await send(closed, 'First words');
  const file = await upload('Deleted bytes', 'deleted.txt', ann.uid);
  const withFile = newId();
  await run(ann.uid, 'send_message', { id: withFile, roomId: closed, fileId: file.id });
  await run(ann.uid, 'remove_message', { roomId: closed, messageId: removed });
  for (const messageId of [deleted, withFile])
    await run(ann.uid, 'delete_message', { roomId: closed, messageId });
  await run(ann.uid, 'edit_message', {
    roomId: closed,
    id: edited,
    text: 'Last words',
    revision: 0,
    editId: newId(),
  });
  const { rawPayload } = await exportRoom(ann.cookie, closed);
  const all = [...readZip(rawPayload)].map(([name, bytes]) => `${name}\n${bytes.toString()}`).join('\n');
  for (const hidden of ['Removed words', 'Deleted', 'deleted.txt', 'First words'])
    expect(all).not.toContain(hidden);
  expect(all).toContain('Last words');
  expect(all).toContain('Removed by an admin');
});

test('EX4 a person has one export at a time, and six an hour', async () => {
  const { ann, open, app, exportRoom } = await createSetup();
  const first = await app.inject({
    url: `/api/rooms/${open}/export`,
    headers: { cookie: ann.cookie },
    payloadAsStream: true,
  });
  expect((await exportRoom(ann.cookie, open)).statusCode).toBe(429);
  first.stream().resume();
  await new Promise(resolve => first.stream().once('close', resolve));
  const statuses: number[] = [];
  for (let count = 0; count < 6; count++) statuses.push((await exportRoom(ann.cookie, open)).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

for (const [reason, end] of [
  ['a ban', 'ban'],
  ['the end of the role', 'demote'],
  ['the end of the session', 'sign_out'],
] as const)
  test(`EX4 the archive breaks off after ${reason}`, async () => {
    const { ann, ben, closed, app, run, db, auth } = await createSetup();
    await run(ann.uid, 'set_admin', { roomId: closed, uid: ben.uid, admin: true });
    // Texts that hardly compress fill the buffers of the response.
    for (let count = 0; count < 300; count++) {
      const text = randomBytes(6_700).toString('base64');
      await runJob(db, createSendJob(ann.uid, { roomId: closed, text }));
    }
    const response = await app.inject({
      url: `/api/rooms/${closed}/export`,
      headers: { cookie: ann.cookie },
      payloadAsStream: true,
    });
    const stream = response.stream();
    await new Promise(resolve => stream.once('readable', resolve));
    if (end !== 'sign_out') await run(ben.uid, 'set_admin', { roomId: closed, uid: ann.uid, admin: false });
    if (end === 'ban')
      await run(ben.uid, 'set_member', { roomId: closed, uid: ann.uid, bannedUntil: FOREVER });
    if (end === 'sign_out') await auth.api.signOut({ headers: new Headers({ cookie: ann.cookie }) });
    const chunks: Buffer[] = [];
    await expect(
      (async () => {
        for await (const chunk of stream) chunks.push(chunk as Buffer);
      })(),
    ).rejects.toThrow(/abort|destroyed|closed|premature/i);
    expect(() => readZip(Buffer.concat(chunks))).toThrow('The archive has no end');
  });
