import type { CommandOutput } from '@snug/protocol';
import { nameCookie } from '@snug/testkit/name-cookie.ts';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import { postAuth, TestPerson } from '@snug/testkit/test-person.ts';
import { expect, test } from 'vitest';
import { createDatabaseSettings, startServer } from '../../testing/servers.ts';

const USES = 10;

/** Two servers on PostgreSQL, or one, whose people need an invitation. Ann was there before. */
async function createSetup(isCluster: boolean) {
  const settings = isCluster ? await createDatabaseSettings() : {};
  const one = await startServer(settings);
  const visitor = await TestPerson.signUp(one.url, 'Ann');
  const invited = { ...settings, SNUG_SIGN_UP: 'invite' };
  await one.restart(invited);
  const two = isCluster ? await startServer(invited) : one;
  return { one, servers: [one, two], ann: await visitor.signInAgain() };
}

async function openLink({ url }: ServerProcess, ann: TestPerson, input: object): Promise<string> {
  const { invite } = await ann.runCommand<CommandOutput<'create_invite'>>('create_invite', input);
  const response = await fetch(`${url}/invite/${invite.code}`, { redirect: 'manual' });
  const [line = ''] = response.headers.getSetCookie();
  return line.split(';')[0] ?? '';
}

/** In parallel, on all servers. Returns the statuses of the responses. */
async function signUpAll(servers: ServerProcess[], cookie: string, emails: readonly string[]) {
  const statuses = emails.map(async (email, index) => {
    const body = { name: 'Newcomer', email, password: 'a long enough password' };
    const server = servers[index % servers.length] as ServerProcess;
    return (await postAuth(server.url, 'sign-up/email', body, nameCookie(cookie, server))).status;
  });
  return Promise.all(statuses);
}

for (const [engine, isCluster] of [
  ['SQLite', false],
  ['two servers on PostgreSQL', true],
] as const)
  test(`N5 of ${2 * USES} concurrent sign-ups on an invitation with ${USES} uses, ${USES} succeed; the other addresses stay free (${engine})`, async () => {
    const { one, servers, ann } = await createSetup(isCluster);
    const room = { name: 'Harbour', description: 'A room', kind: 'private' };
    const { id: roomId } = (await ann.runCommand<CommandOutput<'create_room'>>('create_room', room)).room;
    const countMembers = async () =>
      (await ann.runCommand<CommandOutput<'list_members'>>('list_members', { roomId })).members.length;
    const emails = Array.from({ length: 2 * USES }, (_, index) => `crowd-${index}@snug.example`);

    const first = await openLink(one, ann, { roomIds: [roomId], maxUses: USES });
    const statuses = await signUpAll(servers, first, emails);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array(USES).fill(200), ...Array(USES).fill(403)]);
    expect(await countMembers()).toBe(1 + USES);
    const { invites } = await ann.runCommand<CommandOutput<'list_invites'>>('list_invites', {});
    expect(invites, 'used up, so not listed').toEqual([]);

    const rejected = emails.filter((_, index) => statuses[index] === 403);
    const second = await openLink(one, ann, { roomIds: [roomId] });
    expect(await signUpAll(servers, second, rejected)).toEqual(Array(USES).fill(200));
    expect(await countMembers()).toBe(1 + 2 * USES);
  });
