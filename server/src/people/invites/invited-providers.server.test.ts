import { randomUUID } from 'node:crypto';
import type { CommandOutput } from '@snug/protocol';
import { ProviderServer } from '@snug/testkit/provider-server.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestBrowser } from '@snug/testkit/test-browser.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../db/open.ts';

let provider: ProviderServer;
let server: ServerProcess;
let ann: TestPerson;

beforeAll(async () => {
  provider = await ProviderServer.start();
  const settings = { ...provider.settings('oidc'), SNUG_SIGN_UP: 'invite' };
  server = await ServerProcess.start({ settings });
  ann = await TestPerson.add(server, 'Ann');
});
afterAll(async () => {
  await server.remove();
  await provider.stop();
});

/** A private room with Ann, and an invitation to it with one use. */
async function createInvitedRoom() {
  const input = { name: 'Harbour', description: 'A room', kind: 'private' };
  const { room } = await ann.runCommand<CommandOutput<'create_room'>>('create_room', input);
  const options = { roomIds: [room.id], maxUses: 1 };
  const { invite } = await ann.runCommand<CommandOutput<'create_invite'>>('create_invite', options);
  return { roomId: room.id, code: invite.code ?? '', inviteId: invite.id };
}

async function listNames(roomId: string): Promise<string[]> {
  const { members } = await ann.runCommand<CommandOutput<'list_members'>>('list_members', { roomId });
  return members.map(({ person }) => person.name).toSorted();
}

async function countPeople(): Promise<number> {
  const db = openDatabase(server.data, { readOnly: true });
  const rows = await db.selectFrom('users').select('id').execute();
  await db.destroy();
  return rows.length;
}

/** A new person of the provider, in a browser that has opened the link, if there is one. */
async function signUp(name: string, code?: string) {
  const sub = randomUUID();
  provider.profile = { sub, name, email: `${sub}@elsewhere.example` };
  const link = code && (await fetch(`${server.url}/invite/${code}`, { redirect: 'manual' }));
  const cookie = link ? link.headers.getSetCookie()[0]?.split(';')[0] : '';
  const browser = new TestBrowser(server.url, cookie);
  return { browser, location: await browser.signIn('sign-in/social', 'oidc') };
}

test('N5 a new person of a provider joins the rooms of the invitation, and takes its use', async () => {
  const { roomId, code } = await createInvitedRoom();
  const { browser, location } = await signUp('Ben', code);
  expect([location, browser.isSignedIn]).toEqual(['/done', true]);
  expect(await listNames(roomId)).toEqual(['Ann', 'Ben']);
  const people = await countPeople();
  const late = await signUp('Cem', code);
  expect([late.location.startsWith('/failed'), late.browser.isSignedIn]).toEqual([true, false]);
  expect([await listNames(roomId), await countPeople()]).toEqual([['Ann', 'Ben'], people]);
});

test('N5 without a valid invitation, a provider signs nobody up', async () => {
  const { code, inviteId } = await createInvitedRoom();
  await ann.runCommand('revoke_invite', { id: inviteId });
  const people = await countPeople();
  for (const wrong of [undefined, code, 'unknown']) {
    const { browser, location } = await signUp('Eve', wrong);
    expect([wrong, location, browser.isSignedIn]).toEqual([wrong, '/failed?error=signup_disabled', false]);
  }
  expect(await countPeople()).toBe(people);
});
