import type { CommandOutput, SettingName, SignInOptions } from '@snug/protocol';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import { postAuth, TestPerson } from '@snug/testkit/test-person.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, test } from 'vitest';
import { runAdmin } from '../../testing/run-admin.ts';
import { startServers } from '../../testing/servers.ts';

async function createSetup(isCluster: boolean) {
  const { one, two, settings } = await startServers(isCluster);
  const [ann, wanda] = [await TestPerson.signUp(two.url, 'Ann'), await TestPerson.signUp(one.url, 'Wanda')];
  await runAdmin(one, ['grant', wanda.email], settings);
  return { one, two, ann, wanda };
}

async function change(admin: TestPerson, name: SettingName, value: string): Promise<void> {
  const { settings } = await admin.runCommand<CommandOutput<'list_settings'>>('list_settings', {});
  const version = settings.find(setting => setting.name === name)?.version;
  await admin.runCommand('set_setting', { name, value, version });
}

async function readOptions({ url }: ServerProcess): Promise<SignInOptions> {
  return (await fetch(`${url}/api/providers`)).json() as Promise<SignInOptions>;
}

async function signUp({ url }: ServerProcess, email: string): Promise<number> {
  const body = { name: 'Eve', email, password: 'a long enough password' };
  return (await postAuth(url, 'sign-up/email', body)).status;
}

for (const [engine, isCluster] of [
  ['one server', false],
  ['both servers on PostgreSQL', true],
] as const)
  test(`A24 A27 a change counts at once on ${engine}, and every socket receives it`, async () => {
    const { two, ann, wanda } = await createSetup(isCluster);
    const socket = await ann.connect();
    await change(wanda, 'sign_up', 'closed');
    expect(await readOptions(two)).toMatchObject({ signUp: 'closed', name: 'Snug' });
    expect(await signUp(two, 'eve@snug.example')).toBe(403);
    await change(wanda, 'sign_up', 'invite');
    expect(await signUp(two, 'eve@snug.example')).toBe(403);
    await change(wanda, 'sign_up', 'open');
    expect(await signUp(two, 'eve@snug.example')).toBe(200);
    await change(wanda, 'open_rooms', 'admins');
    const room = { name: 'Room', description: 'A room' };
    expect((await ann.postCommand('create_room', room)).status).toBe(403);
    expect((await ann.postCommand('create_room', { ...room, kind: 'private' })).status).toBe(200);
    await change(wanda, 'workspace_name', 'Harbour');
    const hasName = () =>
      socket.getEvents('workspace_changed').some(({ settings }) => settings.name === 'Harbour');
    await until('the socket has the name', hasName);
    expect((await readOptions(two)).name).toBe('Harbour');
  });

test('A25 a variable of the environment counts, and the database has the value again without it', async () => {
  const { one, wanda } = await createSetup(false);
  await change(wanda, 'workspace_name', 'Harbour');
  await one.restart({ SNUG_NAME: 'Quay', SNUG_OPEN_ROOMS: 'admins' });
  expect((await readOptions(one)).name).toBe('Quay');
  const input = { name: 'workspace_name', value: 'Pier', version: 1 };
  expect((await wanda.postCommand('set_setting', input)).status).toBe(403);
  await one.restart({ SNUG_NAME: undefined, SNUG_OPEN_ROOMS: undefined });
  expect((await readOptions(one)).name).toBe('Harbour');
});
