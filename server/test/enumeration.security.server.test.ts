import { COMMANDS, type CommandName, type CommandOutput } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { postAuth, TestPerson } from '@snug/testkit/test-person.ts';
import { withoutId } from '@snug/testkit/test-socket.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/base/ids.ts';
import { ACTORS } from '../src/testing/access-matrix.ts';
import { createAccessSetup, createInputSource } from '../src/testing/access-setup.ts';
import { createInput } from '../src/testing/command-cases/command-cases.ts';

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start();
});
afterAll(() => server.remove());

test('X4 only its owner’s results, events and pages contain an e-mail address', async () => {
  const setup = await createAccessSetup(server);
  const { people } = setup;
  const source = createInputSource(setup);
  const watcher = await people.another.connect();
  for (const command of ['open_room', 'watch_viewers', 'watch_people'] as const)
    await watcher.request(command, await createInput(command, source));
  const received: string[] = [];
  for (const command of Object.keys(COMMANDS) as CommandName[]) {
    if (command === 'sign_out_everywhere' || command === 'get_account') continue;
    const input = await createInput(command, source);
    for (const actor of ['another', 'author'] as const)
      received.push(JSON.stringify(await people[actor].postCommand(command, input)));
  }
  for (const path of ['/', '/api/providers', '/api/openapi.json', '/api/docs', '/api/auth/get-session'])
    received.push(await (await people.nobody.get(path)).text());
  received.push(await (await people.another.get(`/chat/${setup.roomId}`)).text());
  await expect.poll(() => watcher.getEvents('profile_changed').length).toBeGreaterThan(0);
  received.push(...watcher.texts);
  const all = received.join('\n');
  expect(all.length).toBeGreaterThan(10_000);
  const emails = ACTORS.map(actor => people[actor].email).filter(Boolean);
  expect(emails.length).toBeGreaterThan(4);
  for (const email of emails) expect(all).not.toContain(email);
  expect(all).not.toContain('@snug.example');
  const own = await (await people.another.get('/api/auth/get-session')).text();
  expect(own).toContain(people.another.email);
  const { email } = await people.another.runCommand<CommandOutput<'get_account'>>('get_account', {});
  expect(email).toBe(people.another.email);
});

/** Without the time, and without the id of the request, which differs each time. */
async function readAll(response: Response) {
  const { date: _, 'x-request-id': id = '', ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: (await response.text()).replace(id, 'id') };
}

test('X1 the responses for an unreadable file and a missing file are identical', async () => {
  const [ann, ben] = [await TestPerson.add(server, 'Ann'), await TestPerson.add(server, 'Ben')];
  const { id } = await ann.uploadFile('secret.png', PNG);
  const readResponse = async (fileId: string) => {
    const response = await ben.get(`/files/${fileId}/secret.png`);
    return readAll(response);
  };
  expect(await readResponse(id)).toEqual(await readResponse(newId()));
  const roomId = await ann.createRoom();
  for (const [command, input] of [
    ['set_avatar', {}],
    ['send_message', { roomId, text: 'x' }],
    ['discard_file', {}],
  ] as const)
    expect(withoutId(await ben.postCommand(command, { ...input, fileId: id }))).toEqual(
      withoutId(await ben.postCommand(command, { ...input, fileId: newId() })),
    );
});

test('X5 the responses for an unknown address and a wrong password are identical', async () => {
  const ann = await TestPerson.add(server, 'Ann');
  const readResponse = async (email: string) => {
    const response = await postAuth(server.url, 'sign-in/email', { email, password: 'a wrong password' });
    return readAll(response);
  };
  const wrong = await readResponse(ann.email);
  expect(wrong.status).toBe(401);
  expect(await readResponse('nobody@snug.example')).toEqual(wrong);
});

test('X5 if sign-up is closed, it does not reveal which addresses exist', async () => {
  const ann = await TestPerson.add(server, 'Ann');
  await server.restart({ SNUG_SIGN_UP: 'closed' });
  const readResponse = async (email: string) => {
    const body = { name: 'Eve', email, password: 'a long enough password' };
    const response = await postAuth(server.url, 'sign-up/email', body);
    return readAll(response);
  };
  expect(await readResponse(ann.email)).toEqual(await readResponse('nobody@snug.example'));
  await server.restart({ SNUG_SIGN_UP: 'open' });
});

test('X4 the public data of a person are their name, picture and age in Snug, and nothing else', async () => {
  const ann = await TestPerson.add(server, 'Ann');
  const live = await ann.connect();
  await live.request('list_rooms', {});
  const uid = live.getEvents('connected')[0]?.me.uid;
  const ben = await TestPerson.add(server, 'Ben');
  const profile = await ben.runCommand<CommandOutput<'get_profile'>>('get_profile', { uid });
  expect(Object.keys(profile.person).toSorted()).toEqual(['createdAt', 'name', 'uid', 'version']);
});
