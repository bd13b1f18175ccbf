import { ServerProcess } from '@snug/testkit/server-process.ts';
import { postAuth, TestPerson } from '@snug/testkit/test-person.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PASSWORD = 'a long enough password';

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start();
});
afterAll(() => server.remove());

test('H5 signing out closes the session’s sockets before a later message, and invalidates its cookie', async () => {
  const ann = await TestPerson.add(server, 'Ann');
  const elsewhere = await ann.signInAgain();
  const sockets = await Promise.all([ann.connect(), ann.connect()]);
  const other = await elsewhere.connect();
  const roomId = await elsewhere.createRoom();
  await Promise.all([...sockets, other].map(live => live.request('open_room', { roomId })));
  expect((await ann.signOut()).status).toBe(200);
  expect(await other.request('send_message', { roomId, text: 'afterwards' })).toHaveProperty('ok');
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401]);
  for (const live of sockets) expect(live.getEvents('message_sent')).toEqual([]);
  await expect.poll(() => other.getEvents('message_sent').length).toBe(1);
  expect((await ann.postCommand('list_rooms', {})).status).toBe(401);
  expect(await (await ann.connect()).closed).toBe(4401);
  expect(await other.request('list_rooms', {})).toHaveProperty('ok');
});

test('an e-mail address never reaches another person', async () => {
  const [ann, bob] = [await TestPerson.add(server, 'Ann'), await TestPerson.add(server, 'Bob')];
  const [live, outside] = [await bob.connect(), await bob.connect()];
  const roomId = await ann.createRoom();
  await live.request('open_room', { roomId });
  await outside.request('watch_rooms', { add: { [roomId]: 0 }, remove: [] });
  await ann.runCommand('send_message', { roomId, text: 'hi' });
  await live.request('list_rooms', {});
  await live.request('get_messages', { roomId });
  await live.request('catch_up', { roomId, since: 0 });
  await expect.poll(() => outside.getEvents('room_summary').at(-1)?.to).toBe(1);
  expect(live.getEvents('message_sent')).toHaveLength(1);
  for (const { texts } of [live, outside]) {
    expect(texts.join('\n')).toContain('"name":"Ann"');
    expect(texts.join('\n')).not.toContain('@');
  }
});

test('signing up with a taken address gives no access', async () => {
  const ann = await TestPerson.add(server, 'Ann');
  const body = { name: 'Eve', email: ann.email.toUpperCase(), password: 'another long password' };
  const response = await postAuth(server.url, 'sign-up/email', body);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(response.status).toBe(422);
});

const WRONG_NAMES = ['', '  ', 'x'.repeat(81), 'a\0b', 'a\ud800'];
for (const name of WRONG_NAMES) {
  test(`nobody signs up under the name ${JSON.stringify(name.slice(0, 10))}`, async () => {
    const body = { name, email: `wrong-${name.length}@snug.example`, password: PASSWORD };
    const response = await postAuth(server.url, 'sign-up/email', body);
    expect([response.status, response.headers.getSetCookie()]).toEqual([400, []]);
  });
}

test('a sign-up trims the name, and ignores a picture', async () => {
  const body = {
    name: '  Zoe ',
    email: 'zoe@snug.example',
    password: PASSWORD,
    image: 'https://evil.example/spy.png',
  };
  const response = await postAuth(server.url, 'sign-up/email', body);
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const zoe = await TestPerson.add(server, 'Other');
  const live = await zoe.connect({ cookie });
  await live.request('list_rooms', {});
  const [connected] = live.getEvents('connected');
  expect(connected?.me.name).toBe('Zoe');
  expect(connected?.me).not.toHaveProperty('avatar');
});
