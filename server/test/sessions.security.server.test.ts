import type { CommandOutput } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../src/db/open.ts';

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start();
});
afterAll(() => server.remove());

/** A socket whose first result has arrived. */
async function openSocket(person: TestPerson): Promise<TestSocket> {
  const live = await person.connect();
  await live.request('list_rooms', {});
  return live;
}

function getUid(live: TestSocket): string {
  return live.getEvents('connected')[0]?.me.uid ?? '';
}

/** Changes the database without the server. */
async function changeDatabase(
  change: (db: ReturnType<typeof openDatabase>) => Promise<unknown>,
): Promise<void> {
  const db = openDatabase(server.data);
  await change(db);
  await db.destroy();
}

async function expectSignedOut(person: TestPerson): Promise<void> {
  expect((await person.postCommand('list_rooms', {})).status).toBe(401);
  expect(await (await person.connect()).closed).toBe(4401);
}

const ENDINGS: [description: string, run: (ann: TestPerson) => Promise<unknown>][] = [
  ['over HTTP', ann => ann.runCommand('sign_out_everywhere', {})],
  ['over the socket', async ann => (await openSocket(ann)).request('sign_out_everywhere', {})],
];
for (const [description, run] of ENDINGS) {
  test(`S6 H5 signing out everywhere ${description} closes all of the person’s sockets before a later message, and no others`, async () => {
    const ann = await TestPerson.add(server, 'Ann');
    const ben = await TestPerson.add(server, 'Ben');
    const stolen = await ann.signInAgain();
    const [one, two, other] = [await openSocket(ann), await openSocket(stolen), await openSocket(ben)];
    const roomId = await ben.createRoom();
    for (const live of [one, two]) await live.request('open_room', { roomId });
    expect(await run(ann)).not.toHaveProperty('error');
    expect(await other.request('send_message', { roomId, text: 'afterwards' })).toHaveProperty('ok');
    expect(await Promise.all([one.closed, two.closed])).toEqual([4401, 4401]);
    for (const live of [one, two]) expect(live.getEvents('message_sent')).toEqual([]);
    await expectSignedOut(ann);
    await expectSignedOut(stolen);
    expect(await other.request('list_rooms', {})).toHaveProperty('ok');
    await ann.signInAgain();
  });
}

test('P3 S6 signing out everywhere makes a person offline at once', async () => {
  const [ann, ben] = [await TestPerson.add(server, 'Ann'), await TestPerson.add(server, 'Ben')];
  const live = await openSocket(ann);
  const uid = getUid(live);
  const presence = async () =>
    (await ben.runCommand<CommandOutput<'get_profile'>>('get_profile', { uid })).presence?.state;
  await expect.poll(presence).toBe('online');
  await ann.runCommand('sign_out_everywhere', {});
  expect(await presence()).toBe('offline');
});

test('S6 only the person themselves sees their sessions', async () => {
  const before = Date.now();
  const ann = await TestPerson.add(server, 'Ann');
  const elsewhere = await ann.signInAgain();
  const ben = await TestPerson.add(server, 'Ben');
  const list = (person: TestPerson) => person.runCommand<CommandOutput<'list_sessions'>>('list_sessions', {});
  const { sessions } = await list(ann);
  expect(sessions).toEqual([
    { id: expect.any(String), device: 'Unknown device', signedInAt: expect.any(Number), current: true },
    { id: expect.any(String), device: 'Unknown device', signedInAt: expect.any(Number), current: false },
  ]);
  for (const { signedInAt } of sessions) expect(signedInAt).toBeGreaterThanOrEqual(before);
  expect((await list(elsewhere)).sessions[0]?.signedInAt).toBe(sessions[1]?.signedInAt);
  expect((await list(ben)).sessions).toHaveLength(1);
  await elsewhere.signOut();
  expect((await list(ann)).sessions).toHaveLength(1);
});

test('S6 H5 people end one of their sessions, and nobody ends one of others', async () => {
  const [ann, ben] = [await TestPerson.add(server, 'Ann'), await TestPerson.add(server, 'Ben')];
  const lost = await ann.signInAgain();
  const [own, other] = [await openSocket(ann), await openSocket(lost)];
  const { sessions } = await ann.runCommand<CommandOutput<'list_sessions'>>('list_sessions', {});
  const { id } = sessions.find(({ current }) => !current) ?? {};
  expect((await ben.postCommand('end_session', { id })).error?.code).toBe('not_found');
  expect(await own.request('end_session', { id })).toEqual({ ok: {} });
  expect(await other.closed).toBe(4401);
  await expectSignedOut(lost);
  expect((await ann.postCommand('end_session', { id })).error?.code).toBe('not_found');
  expect(await own.request('list_rooms', {})).toHaveProperty('ok');
});

test('S5 H5 a session that expires, or is deleted from the database, closes its socket at the next heartbeat', async () => {
  const ann = await TestPerson.add(server, 'Ann');
  const cleo = await TestPerson.add(server, 'Cleo');
  const [one, two] = [await openSocket(ann), await openSocket(cleo)];
  const past = new Date(Date.now() - 1_000).toISOString();
  await changeDatabase(async db => {
    await db.updateTable('sessions').set({ expiresAt: past }).where('userId', '=', getUid(one)).execute();
    await db.deleteFrom('sessions').where('userId', '=', getUid(two)).execute();
  });
  expect(await Promise.all([one.closed, two.closed])).toEqual([4401, 4401]);
  await expectSignedOut(ann);
  await expectSignedOut(cleo);
});

test('H5 during a hundred messages a second, a signed-out person receives none that is sent afterwards', async () => {
  const [ann, ben] = [await TestPerson.add(server, 'Ann'), await TestPerson.add(server, 'Ben')];
  const roomId = await ann.createRoom();
  const [sender, receiver] = [await openSocket(ann), await openSocket(ben)];
  await receiver.request('open_room', { roomId });
  let sent = 0;
  const sending = setInterval(
    () => void sender.request('send_message', { roomId, text: String(sent++) }),
    10,
  );
  await expect.poll(() => receiver.getEvents('message_sent').length).toBeGreaterThan(10);
  await ben.signOut();
  const before = sent;
  await expect.poll(() => sent).toBeGreaterThan(before + 50);
  clearInterval(sending);
  expect(await receiver.closed).toBe(4401);
  const received = receiver.getEvents('message_sent').map(({ message }) => Number(message.text));
  expect(received.filter(number => number >= before)).toEqual([]);
});
