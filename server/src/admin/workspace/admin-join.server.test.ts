import type { CommandOutput } from '@snug/protocol';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { runAdmin } from '../../testing/run-admin.ts';
import { startServers } from '../../testing/servers.ts';

const REASON = 'Ben asked for help';

/** Ann's private room with Ben, who has it open, and two workspace admins. */
async function createSetup(isCluster: boolean) {
  const { one, two, settings } = await startServers(isCluster);
  const [ann, ben, wanda, wilma] = [
    await TestPerson.signUp(one.url, 'Ann'),
    await TestPerson.signUp(two.url, 'Ben'),
    await TestPerson.signUp(one.url, 'Wanda'),
    await TestPerson.signUp(one.url, 'Wilma'),
  ];
  const admin = (...args: string[]) => runAdmin(one, args, settings);
  const input = { name: 'Secret', description: 'A room', kind: 'private', id: newId() };
  await ann.runCommand('create_room', input);
  await ann.runCommand('set_member', { roomId: input.id, uid: ben.uid, member: true });
  await ben.runCommand('set_room_options', { roomId: input.id, request: null });
  return { one, ann, ben, wanda, wilma, admin, roomId: input.id };
}

for (const [engine, isCluster] of [
  ['the data folder', false],
  ['two servers on PostgreSQL', true],
] as const)
  test(`A20 a workspace admin joins a private room by the command line beside ${engine}, and everyone sees it at once`, async () => {
    const { one, ann, ben, wanda, wilma, admin, roomId } = await createSetup(isCluster);
    await admin('grant', wanda.email);
    await admin('grant', wilma.email);
    const [reader, follower, newMember] = [await ben.connect(), await ann.connect(), await wanda.connect()];
    await reader.request('open_room', { roomId });
    await follower.request('watch_rooms', { add: { [roomId]: -1 }, remove: [] });
    await newMember.request('list_rooms', {});
    const link = `${one.url}/chat/${roomId}?message=x`;
    const joined = admin('join', link, '--reason', REASON, '--as', wanda.email);
    expect(await joined).toBe('Wanda is in the room now, and everyone there sees the reason.');
    const seen = () => [
      reader.getEvents('member_changed').some(({ uid }) => uid === wanda.uid),
      reader.getEvents('message_sent').some(({ message: { author, text, notice } }) => {
        return author.uid === wanda.uid && text === REASON && notice === 'admin_joined';
      }),
      newMember.getEvents('membership_changed').some(({ membership }) => membership.role === 'member'),
    ];
    await until('everyone sees it', () => seen().every(Boolean));
    await until('summaries have it', () =>
      JSON.stringify(follower.getEvents('room_summary')).includes(REASON),
    );
    const { messages } = await wanda.runCommand<CommandOutput<'get_messages'>>('get_messages', { roomId });
    expect(messages.map(({ text }) => text)).toEqual([REASON]);
    const sent = await ann.runCommand<CommandOutput<'send_message'>>('send_message', { roomId, text: 'Hi' });
    await until('the next message follows', () =>
      reader.getEvents('message_sent').some(({ seq }) => seq === sent.message.seq),
    );
    expect(reader.getEvents('room_caught_up')).toEqual([]);
    expect(await admin('join', roomId, '--reason', REASON, '--as', wanda.email)).toBe(
      'Wanda is in the room already.',
    );
  });

test('A20 the command line names what is missing, and changes nothing', async () => {
  const { ann, wanda, wilma, admin, roomId } = await createSetup(false);
  const joinWith = (...options: string[]) => admin('join', roomId, '--reason', REASON, ...options);
  await expect(joinWith()).rejects.toThrow('There is no workspace admin');
  await expect(joinWith('--as', ann.email)).rejects.toThrow('Ann is no workspace admin');
  await admin('grant', wanda.email);
  await expect(admin('join', roomId)).rejects.toThrow('Add --reason "..."');
  await expect(admin('join', roomId, '--reason', ' ')).rejects.toThrow('Add --reason "..."');
  await expect(admin('join', roomId, '--reason', 'x'.repeat(501))).rejects.toThrow('at most 500');
  await expect(admin('join', 'Secret', '--reason', REASON)).rejects.toThrow('neither the link nor the id');
  await expect(admin('join', newId(), '--reason', REASON)).rejects.toThrow('There is no room');
  await expect(admin('join', await ann.createRoom(), '--reason', REASON)).rejects.toThrow('room is open');
  await expect(admin('grant', ann.email, '--reason', REASON)).rejects.toThrow('Use one of');
  await admin('grant', wilma.email);
  await expect(joinWith()).rejects.toThrow(/several workspace admins: wanda-.*, wilma-/);
  expect(await wanda.postCommand('get_messages', { roomId })).toMatchObject({ status: 404 });
  await admin('revoke', wilma.email);
  expect(await joinWith()).toContain('Wanda is in the room now');
});
