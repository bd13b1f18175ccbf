import type { Member } from '@snug/protocol';
import { expect, test } from 'vitest';
import { countMorePeople, listRoomPeople } from './room-people.ts';

const view = { viewers: ['ann', 'ben'], viewerCount: 2, writers: ['cleo', 'ben'], writerCount: 2 };
const toMember = (uid: string): Member => ({
  person: { uid, name: uid, createdAt: 0, version: 1 },
  role: 'member',
});
const NO_MEMBERS = { members: [], excluded: [] };
const uidsOf = (people: readonly { uid: string }[]) => people.map(({ uid }) => uid);

test('each person is in the list once, admins first', () => {
  const members = { members: ['ben', 'emil', 'ann'].map(toMember), excluded: [] };
  expect(listRoomPeople({ room: {}, view, admins: ['dora', 'ben'], members })).toEqual([
    { uid: 'ben', isAdmin: true, isMember: true, isViewing: true },
    { uid: 'dora', isAdmin: true, isMember: true, isViewing: false },
    { uid: 'ann', isAdmin: false, isMember: true, isViewing: true },
    { uid: 'emil', isAdmin: false, isMember: true, isViewing: false },
    { uid: 'cleo', isAdmin: false, isMember: false, isViewing: false },
  ]);
});

test('a private room does not list former members who wrote in it', () => {
  const members = { members: ['ann', 'ben'].map(toMember), excluded: [] };
  const found = listRoomPeople({ room: { kind: 'private' }, view, admins: ['ann'], members });
  expect(uidsOf(found)).toEqual(['ann', 'ben']);
});

test('a direct room lists its people', () => {
  const people = ['ann', 'fay'].map(uid => toMember(uid).person);
  const room = { kind: 'direct', people } as const;
  const found = listRoomPeople({
    room,
    view: { viewers: ['fay'], writers: [] },
    admins: [],
    members: NO_MEMBERS,
  });
  expect(uidsOf(found)).toEqual(['fay', 'ann']);
});

test('banned and silenced people have their own list', () => {
  const members = { members: [toMember('ben')], excluded: [toMember('ben'), toMember('cleo')] };
  expect(uidsOf(listRoomPeople({ room: {}, view, admins: [], members }))).toEqual(['ann']);
});

test('the minimum number of further people is known', () => {
  expect(countMorePeople(view, 3)).toBe(0);
  expect(countMorePeople({ ...view, viewerCount: 7, writerCount: 300 }, 3)).toBe(297);
});
