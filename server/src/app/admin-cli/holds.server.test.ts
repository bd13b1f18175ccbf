import type { CommandOutput } from '@snug/protocol';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { runAdmin } from '../../testing/run-admin.ts';
import { startServers } from '../../testing/servers.ts';

const REASON = 'The dispute of May';
const HELD = /^[0-9a-f-]{36}  \d{4}-[^ ]*Z  open  The dispute of May$/;

for (const [engine, isCluster] of [
  ['the data folder', false],
  ['two servers on PostgreSQL', true],
] as const)
  test(`RT3 the command line holds and releases rooms beside ${engine}, for workspace admins only`, async () => {
    const { one, two, settings } = await startServers(isCluster);
    const [ann, wanda] = [await TestPerson.signUp(one.url, 'Ann'), await TestPerson.signUp(two.url, 'Wanda')];
    const admin = (...args: string[]) => runAdmin(one, args, settings);
    await admin('grant', wanda.email);
    const roomId = await ann.createRoom();
    expect(await admin('holds')).toBe('No room is held.');
    const link = `${one.url}/chat/${roomId}?message=x`;
    expect(await admin('hold', link, '--reason', REASON)).toContain('The room is held: ');
    expect(await admin('hold', roomId, '--reason', 'Another')).toBe('The room is held already.');
    expect(await admin('holds')).toMatch(HELD);
    const list = async () =>
      (await wanda.runCommand<CommandOutput<'list_workspace_rooms'>>('list_workspace_rooms', {})).rooms;
    expect(await list()).toMatchObject([{ id: roomId, held: true }]);
    const seen = await ann.runCommand('open_room', { roomId });
    expect(JSON.stringify(seen)).not.toMatch(/held|dispute/);
    const { entries } = await wanda.runCommand<CommandOutput<'list_audit'>>('list_audit', {
      action: 'hold_room',
    });
    expect(entries).toMatchObject([{ action: 'hold_room', reason: REASON, room: { id: roomId } }]);

    const { room } = await ann.runCommand<CommandOutput<'open_room'>>('open_room', { roomId });
    await ann.runCommand('delete_room', { roomId, name: room.name });
    expect(await admin('holds'), 'a deleted one').toContain('  open, deleted  ');
    expect(await admin('release', roomId)).toBe('The room is not held any more.');
    expect(await admin('holds')).toBe('No room is held.');
  });

test('RT3 the command line names what is wrong with a hold, and changes nothing', async () => {
  const { one, settings } = await startServers(false);
  const ann = await TestPerson.signUp(one.url, 'Ann');
  const admin = (...args: string[]) => runAdmin(one, args, settings);
  const roomId = await ann.createRoom();
  await expect(admin('hold', roomId)).rejects.toThrow('Add --reason "...": workspace admins see it');
  await expect(admin('hold', newId(), '--reason', REASON)).rejects.toThrow('There is no room');
  await expect(admin('hold', 'Garden', '--reason', REASON)).rejects.toThrow('neither the link nor the id');
  await expect(admin('hold', roomId, '--reason', REASON, '--as', ann.email)).rejects.toThrow('Use one of');
  await expect(admin('release', newId())).rejects.toThrow('There is no room');
  await expect(admin('release', roomId, '--reason', REASON)).rejects.toThrow('Use one of');
  await expect(admin('holds', roomId)).rejects.toThrow('Use one of');
  expect(await admin('release', roomId)).toBe('The room was not held.');
  expect(await admin('holds')).toBe('No room is held.');
});
