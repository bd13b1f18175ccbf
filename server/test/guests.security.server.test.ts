import { COMMANDS, type CommandName, type CommandOutput, type ListedRoom } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { postAuth, TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/base/ids.ts';
import { openDatabase } from '../src/db/open.ts';
import { setGuestUntil } from '../src/people/guests/guest-store.ts';
import { createPrivateRoom } from '../src/testing/guest-people.ts';
import { grantWorkspaceAdmin } from '../src/testing/workspace.ts';

const PASSWORD = 'a long enough password';

let server: ServerProcess;
let ann: TestPerson;
let ben: TestPerson;
let kim: TestPerson;

beforeAll(async () => {
  server = await ServerProcess.start({ settings: { SNUG_SIGN_UP: 'invite' } });
  [ann, ben, kim] = [
    await TestPerson.add(server, 'Ann'),
    await TestPerson.add(server, 'Ben'),
    await TestPerson.add(server, 'Xanadu Kim'),
  ];
  await grantWorkspaceAdmin(server, kim.uid);
});
afterAll(() => server.remove());

async function createGuestLink(roomId: string, input: object = {}): Promise<string> {
  const { invite } = await ann.runCommand<CommandOutput<'create_invite'>>('create_invite', {
    roomIds: [roomId],
    guest: true,
    ...input,
  });
  return invite.code ?? '';
}

async function openLink(code: string): Promise<string> {
  const response = await fetch(`${server.url}/invite/${code}`, { redirect: 'manual' });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** By the link in a browser. */
async function signUpAsGuest(code: string): Promise<TestPerson> {
  const body = { name: 'Gil', email: `${newId()}@snug.example`, password: PASSWORD };
  const response = await postAuth(server.url, 'sign-up/email', body, await openLink(code));
  const cookie = response.headers.getSetCookie().map(line => line.split(';')[0]);
  return TestPerson.fromCookie(server.url, cookie.join('; '));
}

async function createGuest() {
  const roomId = await createPrivateRoom(ann, 'Shared room');
  await ann.runCommand('set_member', { roomId, uid: ben.uid, member: true });
  const gil = await signUpAsGuest(await createGuestLink(roomId));
  return { roomId, gil };
}

async function openDirect(person: TestPerson, uids: string[]): Promise<string> {
  return (await person.runCommand<CommandOutput<'open_direct'>>('open_direct', { uids })).room.id;
}

async function readJoined(person: TestPerson): Promise<readonly ListedRoom[]> {
  return (await person.runCommand<CommandOutput<'list_rooms'>>('list_rooms', { mine: true })).rooms;
}

test('GU5 a link makes a new account a guest, who sees the room of the link', async () => {
  const { roomId, gil } = await createGuest();
  const live = await gil.connect();
  const joined = (await live.request('list_rooms', { mine: true })).ok as CommandOutput<'list_rooms'>;
  expect(joined.rooms.map(({ id }) => id)).toEqual([roomId]);
  expect(live.getEvents('connected')[0]?.me).toMatchObject({ name: 'Gil', guest: true });
  live.socket.close();
  const members = await ann.runCommand<CommandOutput<'list_members'>>('list_members', { roomId });
  expect(members.members.filter(({ person }) => person.guest).map(({ person }) => person.uid)).toEqual([
    gil.uid,
  ]);
  const { invite } = await ann.runCommand<CommandOutput<'create_invite'>>('create_invite', { roomIds: [] });
  for (const command of ['get_invite', 'redeem_invite'])
    expect(await gil.postCommand(command, { code: invite.code })).toMatchObject({
      status: 403,
      error: { message: 'This link is for members.' },
    });
});

/** Everything of the workspace that a guest may not know: a room, a message, a file, a bot and people, who do all that they can. */
async function createHidden() {
  const open = await kim.createRoom();
  const secret = await createPrivateRoom(kim, 'Xanadu room');
  await kim.runCommand('edit_room', { roomId: open, name: 'Xanadu garden', description: 'Xanadu words' });
  const zoe = await TestPerson.add(server, 'Xanadu Zoe');
  const { bot } = await kim.runCommand<CommandOutput<'create_bot'>>('create_bot', { name: 'Xanadu bot' });
  const { id: fileId, url } = await zoe.uploadFile('xanadu.png', PNG);
  await zoe.runCommand('send_message', { roomId: open, id: fileId, text: 'xanadu text', fileId });
  const { invite } = await kim.runCommand<CommandOutput<'create_invite'>>('create_invite', {
    roomIds: [open],
  });
  const direct = await openDirect(kim, [zoe.uid]);
  const act = async () => {
    const live = await zoe.connect();
    await live.request('open_room', { roomId: open });
    await live.request('set_typing', { roomId: open });
    await live.request('set_nickname', { name: `Xanadu ${newId()}` });
    await live.request('send_message', { roomId: open, text: 'xanadu again' });
    await live.request('send_message', { roomId: direct, text: 'xanadu here' });
    live.socket.close();
    const { settings } = await kim.runCommand<CommandOutput<'list_settings'>>('list_settings', {});
    for (const [name, value] of [
      ['bots', 'admins'],
      ['bots', 'everyone'],
    ]) {
      const known = settings.find(setting => setting.name === name);
      await kim.postCommand('set_setting', { name, value, version: known?.version ?? 0 });
    }
  };
  const ids = [open, secret, direct, zoe.uid, kim.uid, bot.uid, fileId, invite.id];
  return { open, secret, direct, zoe, bot, fileId, url, code: invite.code, act, ids };
}

type Hidden = Awaited<ReturnType<typeof createHidden>>;

/** An input for each field that names something hidden. */
function createHiddenInputs(hidden: Hidden, roomId: string): Record<string, object> {
  const { open, zoe, fileId, bot, code } = hidden;
  const message = { roomId: open, messageId: fileId };
  const byCommand: Partial<Record<CommandName, object>> = {
    list_rooms: {},
    find_rooms: { text: 'xanadu' },
    find_people: { text: 'xanadu' },
    watch_rooms: { add: { [open]: -1, [hidden.secret]: -1, [hidden.direct]: -1 }, remove: [] },
    watch_list: { on: true },
    watch_people: { uids: [zoe.uid, kim.uid, bot.uid, newId()] },
    get_profile: { uid: zoe.uid },
    open_direct: { uids: [zoe.uid] },
    set_block: { uid: kim.uid, blocked: true },
    get_invite: { code },
    redeem_invite: { code },
    open_room: { roomId: open },
    catch_up: { roomId: hidden.secret },
    get_messages: { roomId: open },
    watch_viewers: { roomId: open },
    get_unread: { roomIds: [open, hidden.direct] },
    get_reactions: { ...message, emoji: '👍' },
    set_saved: { ...message, on: true },
    report_message: message,
    list_members: { roomId: open },
    list_files: { roomId: open, kind: 'picture' },
    send_message: { roomId, text: `@Zoe`, mentions: [{ uid: zoe.uid, start: 0, length: 4 }] },
    set_guest_end: { uid: zoe.uid, until: null },
  };
  const others = Object.keys(COMMANDS).filter(name => name.startsWith('list_') || name.startsWith('get_'));
  return { ...Object.fromEntries(others.map(name => [name, {}])), ...byCommand };
}

function expectNothingHidden(texts: readonly string[], { ids }: Hidden): void {
  // The result of `watch_rooms` repeats the ids of rooms that it does not find.
  const whole = texts.filter(text => !text.includes('"missing":[')).join('\n');
  for (const id of ids) expect([id, whole.includes(id)]).toEqual([id, false]);
  expect(whole.toLowerCase()).not.toContain('xanadu');
}

test('GU1 no frame, answer, page or archive of a guest has anything of the rest of the workspace', async () => {
  const { roomId, gil } = await createGuest();
  const hidden = await createHidden();
  const live = await gil.connect();
  const texts: string[] = [];
  const missing: string[] = [];
  const inputs = createHiddenInputs(hidden, roomId);
  for (const [command, input] of Object.entries(inputs)) {
    const answer = await live.request(command, input);
    missing.push(...((answer.ok as { missing?: string[] } | undefined)?.missing ?? []));
    texts.push(JSON.stringify(answer));
    texts.push(JSON.stringify(await gil.postCommand(command, input)));
  }
  await live.request('open_room', { roomId });
  await live.request('watch_viewers', { roomId });
  await hidden.act();
  await ben.runCommand('set_room_options', { roomId, request: null });
  await ben.runCommand('send_message', { roomId, text: 'hello' });
  await live.request('list_joined', {});
  for (const path of ['/', `/chat/${hidden.open}`, `/chat/${roomId}`, hidden.url, '/api/account/data'])
    texts.push(Buffer.from(await (await gil.get(path)).arrayBuffer()).toString('latin1'));
  texts.push(...live.texts);
  expectNothingHidden(texts, hidden);
  expect(missing).toEqual([hidden.open, hidden.secret, hidden.direct]);
  expect(live.getEvents('message_sent').length).toBeGreaterThan(0);
  expect(live.getEvents('list_changed')).toEqual([]);
  expect(live.getEvents('workspace_changed')).toEqual([]);
  live.socket.close();
});

async function watch(live: TestSocket, uids: string[]): Promise<string[]> {
  const { ok } = await live.request('watch_people', { uids });
  return (ok as CommandOutput<'watch_people'>).people.map(({ uid }) => uid);
}

test('GU2 the changes of a person reach a guest until they share no room any more', async () => {
  const { roomId, gil } = await createGuest();
  const live = await gil.connect();
  expect(await watch(live, [ann.uid, ben.uid, kim.uid])).toEqual([ann.uid, ben.uid]);
  await ben.runCommand('set_nickname', { name: 'Ben' });
  await ben.runCommand('set_nickname', { name: 'Benjamin' });
  await expect.poll(() => live.getEvents('profile_changed').length).toBeGreaterThan(0);
  await ann.runCommand('set_member', { roomId, uid: ben.uid, member: false });
  const before = live.texts.length;
  await ben.runCommand('set_nickname', { name: 'Secret name' });
  await ann.runCommand('set_nickname', { name: 'Anna' });
  await expect.poll(() => live.texts.slice(before).join('\n')).toContain('Anna');
  expect(live.texts.slice(before).join('\n')).not.toContain('Secret name');
  expect(await watch(live, [ann.uid, ben.uid])).toEqual([ann.uid]);
  live.socket.close();
});

test('GU7 with the last private room, a guest also loses the direct ones, at once', async () => {
  const { roomId, gil } = await createGuest();
  const direct = await openDirect(gil, [ann.uid]);
  const live = await gil.connect();
  await live.request('open_room', { roomId: direct });
  await ann.runCommand('set_member', { roomId, uid: gil.uid, member: false });
  expect(await live.closed).toBe(1012);
  expect(await readJoined(gil)).toEqual([]);
  for (const id of [direct, roomId])
    expect(await gil.postCommand('open_room', { roomId: id })).toMatchObject({ status: 404 });
  expect((await gil.get('/api/account/data')).status).toBe(200);
  await gil.runCommand('redeem_invite', { code: await createGuestLink(roomId) });
  expect((await readJoined(gil)).map(({ id }) => id).toSorted()).toEqual([direct, roomId].toSorted());
});

test('GU8 sockets and sessions end with the access, and a sign-in then names the date and the inviter', async () => {
  const { roomId, gil } = await createGuest();
  const setEnd = (until: number | null) => ann.runCommand('set_guest_end', { uid: gil.uid, until });
  const first = await gil.connect();
  await first.request('open_room', { roomId });
  await setEnd(Date.now() + 86_400_000);
  expect(await first.closed).toBe(1012);
  const until = Date.now() + 1_500;
  await setEnd(until);
  const live = await gil.connect();
  await live.request('open_room', { roomId });
  expect(await live.closed).toBe(4401);
  expect(Date.now()).toBeGreaterThanOrEqual(until);
  expect(await gil.postCommand('list_rooms', {})).toMatchObject({ status: 401 });
  const session = await gil.get('/api/auth/get-session');
  expect(await session.text()).toMatch(/^(?:null)?$/);
  const signIn = (password: string) => postAuth(server.url, 'sign-in/email', { email: gil.email, password });
  const refused = await signIn(PASSWORD);
  expect([refused.status, await refused.text()]).toEqual([
    403,
    expect.stringMatching(/Your access ended on .+, \d{4}\. Ask Anna? to extend it\./),
  ]);
  // A wrong password does not say so.
  expect((await signIn('a wrong password')).status).toBe(401);
  await setEnd(null);
  expect(await gil.postCommand('list_rooms', {})).toMatchObject({ status: 401 });
  expect((await signIn(PASSWORD)).status).toBe(200);
});

test('GU8 the guest and the inviter learn of an end within a week', async () => {
  const { roomId, gil } = await createGuest();
  const list = async () =>
    (await ann.runCommand<CommandOutput<'list_ending_guests'>>('list_ending_guests', {})).guests;
  const until = Date.now() + 6 * 86_400_000;
  expect((await list()).map(({ person }) => person.uid)).not.toContain(gil.uid);
  await ann.runCommand('set_guest_end', { uid: gil.uid, until });
  expect(await list()).toContainEqual({ person: expect.objectContaining({ uid: gil.uid }) as object, until });
  const account = await gil.runCommand<CommandOutput<'get_account'>>('get_account', {});
  expect(account.guest).toMatchObject({ until, inviter: expect.stringContaining('Ann') as string });
  const { members } = await ann.runCommand<CommandOutput<'list_members'>>('list_members', { roomId });
  expect(members.find(({ person }) => person.uid === gil.uid)?.guestUntil).toBe(until);
  const listed = await kim.runCommand<CommandOutput<'list_workspace_people'>>('list_workspace_people', {
    guests: true,
    descending: true,
  });
  expect(listed.people[0]).toMatchObject({
    person: { uid: gil.uid },
    guest: { inviter: { uid: ann.uid }, until },
  });
  expect(listed.people.every(({ person }) => person.guest)).toBe(true);
});

test('GU9 a member who was a guest reconnects and sees the workspace', async () => {
  const { gil } = await createGuest();
  const open = await kim.createRoom();
  const live = await gil.connect();
  await live.request('list_rooms', {});
  await kim.runCommand('make_member', { uid: gil.uid });
  expect(await live.closed).toBe(1012);
  const again = await gil.connect();
  const listed = (await again.request('list_rooms', {})).ok as CommandOutput<'list_rooms'>;
  expect(listed.rooms.map(({ id }) => id)).toContain(open);
  expect(again.getEvents('connected')[0]?.me).not.toHaveProperty('guest');
  again.socket.close();
});

test('GU8 an end that the database has already is found by each request and each socket', async () => {
  const { gil } = await createGuest();
  const db = openDatabase(server.data);
  await setGuestUntil(db, gil.uid, 1);
  await db.destroy();
  expect(await gil.postCommand('list_rooms', {})).toMatchObject({ status: 401 });
  const live = await gil.connect();
  expect(await live.closed).toBe(4401);
  expect(live.texts).toEqual([]);
});
