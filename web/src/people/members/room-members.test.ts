import type { RoomLog } from '@snug/client';
import { type CommandArguments, CommandError, type Member } from '@snug/protocol';
import { expect, test } from 'vitest';
import { haveMembersChanged, RoomMembers } from './room-members.ts';

const toMember = (uid: string): Member => ({
  person: { uid, name: uid, createdAt: 0, version: 1 },
  role: 'member',
});

/** A server with one member per page. */
function createMembers(uids: string[]) {
  const server = { uids, isDown: false };
  const listMembers = async ({ after }: CommandArguments<'list_members'>) => {
    if (server.isDown) throw new CommandError('unavailable');
    const index = after ? server.uids.indexOf(after.uid) + 1 : 0;
    const uid = server.uids[index];
    return {
      members: uid === undefined ? [] : [toMember(uid)],
      ...(uid !== undefined && index + 1 < server.uids.length && { next: { role: 'member' as const, uid } }),
      ...(!after && { excluded: [toMember('zoe')] }),
    };
  };
  const members = new RoomMembers({ listMembers, people: { upsert: person => person } }, 'room');
  const listed = () => members.view.get()?.members.map(({ person }) => person.uid);
  return { server, members, listed };
}

test('members are read page by page, and a new read has as many', async () => {
  const { server, members, listed } = createMembers(['ann', 'ben', 'cleo']);
  await members.readAgain();
  expect(listed()).toEqual(['ann']);
  await members.loadMore();
  expect(listed()).toEqual(['ann', 'ben']);
  server.uids = ['ben', 'cleo', 'dora'];
  await members.readAgain();
  expect(listed()).toEqual(['ben', 'cleo']);
  expect(members.view.get()?.excluded.map(({ person }) => person.uid)).toEqual(['zoe']);
  await members.loadMore();
  expect(members.view.get()).toMatchObject({ next: undefined, isLoadingMore: false });
});

test('a change of the members does not end a wish for more of them', async () => {
  const { server, members, listed } = createMembers(['ann', 'ben', 'cleo', 'dora']);
  await members.readAgain();
  const more = members.loadMore();
  await Promise.all([more, members.readAgain(), members.readAgain()]);
  expect(listed()).toEqual(['ann', 'ben']);
  expect(members.view.get()?.isLoadingMore).toBe(false);
  server.isDown = true;
  await members.loadMore();
  server.isDown = false;
  await members.readAgain();
  expect(listed(), 'one that failed is over').toEqual(['ann', 'ben']);
});

test('a failed read leaves the known members', async () => {
  const { server, members, listed } = createMembers(['ann', 'ben']);
  server.isDown = true;
  await members.readAgain();
  expect(listed()).toEqual([]);
  server.isDown = false;
  await members.readAgain();
  server.isDown = true;
  await members.loadMore();
  expect(listed()).toEqual(['ann']);
  expect(members.view.get()?.isLoadingMore).toBe(false);
});

test('of two reads, the later one counts', async () => {
  const { server, members, listed } = createMembers(['ann', 'ben']);
  const first = members.readAgain();
  server.uids = ['ben'];
  await Promise.all([first, members.readAgain()]);
  expect(listed()).toEqual(['ben']);
});

test('steps without messages are changes of members', () => {
  const log = { room: {}, messages: [], admins: [], seq: 4 } as unknown as RoomLog;
  expect(haveMembersChanged(log, { ...log, seq: 5 })).toBe(true);
  expect(haveMembersChanged(log, { ...log, seq: 5, messages: [] })).toBe(false);
  expect(haveMembersChanged(log, { ...log, seq: 5, room: { ...log.room } })).toBe(false);
  expect(haveMembersChanged(log, { ...log })).toBe(false);
  expect(haveMembersChanged(undefined, log)).toBe(false);
});
