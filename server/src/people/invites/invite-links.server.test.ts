import { type CommandOutput, INVITE_STATE_ID, type Invite, type InviteState } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { postAuth, TestPerson } from '@snug/testkit/test-person.ts';
import { type CommandOutcome, withoutId } from '@snug/testkit/test-socket.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: ServerProcess;
let ann: TestPerson;

beforeAll(async () => {
  server = await ServerProcess.start();
  ann = await TestPerson.signUp(server.url, 'Ann');
  await server.restart({ SNUG_SIGN_UP: 'invite' });
});
beforeEach(async () => {
  ann = await ann.signInAgain();
});
afterAll(() => server.remove());

async function createInvite(input: object, person = ann): Promise<Invite & { code: string }> {
  const { invite } = await person.runCommand<CommandOutput<'create_invite'>>('create_invite', input);
  return { ...invite, code: invite.code ?? '' };
}

/** The response to the link, and the cookie that it sets. */
async function openLink(code: string, cookie = '') {
  const response = await fetch(`${server.url}/invite/${code}`, { redirect: 'manual', headers: { cookie } });
  const [line = ''] = response.headers.getSetCookie();
  return {
    status: response.status,
    location: response.headers.get('location'),
    line,
    cookie: line.split(';')[0],
  };
}

async function readState(cookie = ''): Promise<InviteState | null | undefined> {
  const page = await (await fetch(`${server.url}/signin`, { headers: { cookie } })).text();
  const json = new RegExp(`id="${INVITE_STATE_ID}">(.*?)</script>`).exec(page)?.[1];
  return json === undefined ? undefined : (JSON.parse(json) as InviteState | null);
}

let count = 0;

function signUp(cookie = '', email = `new-${count++}@snug.example`) {
  const body = { name: 'Newcomer', email, password: 'a long enough password' };
  return postAuth(server.url, 'sign-up/email', body, cookie);
}

async function createPrivateRoom(name: string): Promise<string> {
  const input = { name, description: 'A room', kind: 'private' };
  return (await ann.runCommand<CommandOutput<'create_room'>>('create_room', input)).room.id;
}

async function listMemberNames(roomId: string): Promise<string[]> {
  const { members } = await ann.runCommand<CommandOutput<'list_members'>>('list_members', { roomId });
  return members.map(({ person }) => person.name);
}

async function readUses(id: string): Promise<number | undefined> {
  const { invites } = await ann.runCommand<CommandOutput<'list_invites'>>('list_invites', {});
  return invites.find(invite => invite.id === id)?.uses;
}

test('N5 without a valid invitation there is no sign-up, and the response is always the same', async () => {
  const { id, code } = await createInvite({});
  const { cookie: revoked } = await openLink(code);
  await ann.runCommand('revoke_invite', { id });
  const cookies = ['', revoked, (await openLink('unknown')).cookie, (await openLink('a%3B%20Path=b')).cookie];
  const bodies = new Set<string>();
  for (const cookie of cookies)
    for (const email of [ann.email, 'nobody@snug.example']) {
      const response = await signUp(cookie, email);
      expect(response.status).toBe(403);
      bodies.add(JSON.stringify(withoutId((await response.json()) as CommandOutcome)));
    }
  expect(bodies.size).toBe(1);
});

test('N5 a failed sign-up takes no use', async () => {
  const { id, code } = await createInvite({ maxUses: 1 });
  const { cookie } = await openLink(code);
  expect((await signUp(cookie, ann.email)).status).toBe(422);
  expect(await readUses(id)).toBe(0);
  const response = await signUp(cookie);
  expect(response.status).toBe(200);
  const removed = response.headers.getSetCookie().find(line => line.includes('.invite='));
  expect(removed).toContain('Max-Age=0');
});

test('N5 a sign-in with the cookie of an invitation joins its rooms', async () => {
  const { cookie: newcomer } = await openLink((await createInvite({})).code);
  expect((await signUp(newcomer, 'ben@snug.example')).status).toBe(200);
  const roomId = await createPrivateRoom('Deck');
  const { id, code } = await createInvite({ roomIds: [roomId] });
  const { cookie } = await openLink(code);
  const body = { email: 'ben@snug.example', password: 'a long enough password' };
  expect((await postAuth(server.url, 'sign-in/email', body, cookie)).status).toBe(200);
  expect([await listMemberNames(roomId), await readUses(id)]).toEqual([['Ann', 'Newcomer'], 1]);
});

test('N7 the link sets a cookie and leads on, the same for every code', async () => {
  const { code } = await createInvite({});
  const answers = [await openLink(code), await openLink('x'.repeat(43))];
  for (const { status, location, line } of answers) {
    expect([status, location]).toEqual([302, '/signin']);
    expect(line).toMatch(/^snug-\d+\.invite=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/);
  }
  expect(await openLink(code, ann.cookie)).toMatchObject({ location: `/?invite=${code}`, line: '' });
  expect(
    (await fetch(`${server.url}/invite/${code}`, { redirect: 'manual' })).headers.get('referrer-policy'),
  ).toBe('no-referrer');
});

test('N7 the sign-in page names the inviter and the room, and shows the picture of the inviter alone', async () => {
  const roomId = await createPrivateRoom('Bridge </script>');
  const { id: fileId } = await ann.uploadFile('me.png', PNG);
  await ann.runCommand('set_avatar', { fileId });
  const { id, code } = await createInvite({ roomIds: [roomId] });
  const { cookie = '' } = await openLink(code);
  const room = { id: roomId, name: 'Bridge </script>' };
  expect(await readState(cookie)).toEqual({ inviter: 'Ann', hasAvatar: true, room });
  const fetchAvatar = (cookie: string) => fetch(`${server.url}/api/inviter-avatar`, { headers: { cookie } });
  const picture = await fetchAvatar(cookie);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await fetchAvatar('')).status).toBe(204);
  await ann.runCommand('revoke_invite', { id });
  expect([await readState(cookie), await readState('')]).toEqual([null, undefined]);
  expect((await fetchAvatar(cookie)).status).toBe(204);
});

test('N3 all codes that lead nowhere get the same error', async () => {
  const roomId = await createPrivateRoom('Cabin');
  const { cookie: newcomer } = await openLink((await createInvite({})).code);
  const signedUp = await signUp(newcomer, 'eve@snug.example');
  const cookie = signedUp.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ');
  const eve = await TestPerson.fromCookie(server.url, cookie);
  const { id, code } = await createInvite({ roomIds: [roomId] });
  const found = await eve.runCommand<CommandOutput<'get_invite'>>('get_invite', { code });
  expect(found).toMatchObject({
    inviter: { name: 'Ann' },
    rooms: [{ id: roomId, kind: 'private', name: 'Cabin' }],
    isMember: false,
  });
  await ann.runCommand('revoke_invite', { id });
  const errors: unknown[] = [];
  for (const wrong of [code, 'x', 'A'.repeat(43)])
    for (const command of ['get_invite', 'redeem_invite'])
      errors.push(withoutId(await eve.postCommand(command, { code: wrong })));
  expect(errors).toEqual(errors.map(() => errors[0]));
  expect(errors[0]).toMatchObject({ status: 404, error: { code: 'not_found' } });
});

test('N6 admins list all invitations to their room, with neither codes nor other private rooms', async () => {
  const [roomId, secret] = [await createPrivateRoom('Shared'), await createPrivateRoom('Secret')];
  const { cookie: newcomer } = await openLink((await createInvite({ roomIds: [roomId] })).code);
  const signedUp = await signUp(newcomer, 'cem@snug.example');
  const cookie = signedUp.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ');
  const cem = await TestPerson.fromCookie(server.url, cookie);
  const { id, code } = await createInvite({ roomIds: [roomId, secret] });
  const list = async (input: object) =>
    (await cem.runCommand<CommandOutput<'list_invites'>>('list_invites', input)).invites;
  expect(await list({ roomId })).toEqual([]);
  await ann.runCommand('set_admin', { roomId, uid: cem.uid, admin: true });
  const invites = await list({ roomId });
  expect(invites).toHaveLength(2);
  const found = invites.find(invite => invite.id === id);
  expect(found).toMatchObject({ createdBy: { name: 'Ann' }, rooms: [{ name: 'Shared' }] });
  expect(JSON.stringify(invites)).not.toContain(code);
  expect(JSON.stringify(invites)).not.toContain('Secret');
  await cem.runCommand('revoke_invite', { id });
});
