import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { LineSource } from '../format/line-source.ts';
import type { EmojiLine, FileLine, MessageLine, PersonLine, RoomLine } from '../format/lines.ts';
import { SlackEntries } from './slack-entries.ts';

const toId = (number: number) => `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const toSlack = (letter: string, number: number) => letter + toId(number).replaceAll('-', '').toUpperCase();
const [ANN, BOB, CAT] = [toId(1), toId(2), toId(3)];
const [OPEN, PRIVATE, DIRECT, GROUP] = [toId(11), toId(12), toId(13), toId(14)];
const CREATED = '2026-01-01T00:00:00.000Z';

const PEOPLE: PersonLine[] = [
  { id: ANN, name: 'Ann Ng', email: 'ann@example.com', workspaceAdmin: true },
  { id: BOB, name: 'Bob', suspendedAt: CREATED },
  { id: CAT, name: 'Bob', bot: true },
];
const toMembers = (...uids: string[]) => uids.map(uid => ({ uid, role: 'member' as const }));
const ROOMS: RoomLine[] = [
  {
    id: OPEN,
    kind: 'open',
    name: 'Big Plans / 2026',
    description: 'a < b',
    createdAt: CREATED,
    createdBy: ANN,
    members: toMembers(ANN),
  },
  {
    id: PRIVATE,
    kind: 'private',
    name: 'big plans 2026',
    description: '',
    createdAt: CREATED,
    archivedAt: CREATED,
    members: toMembers(ANN, BOB),
  },
  {
    id: DIRECT,
    kind: 'direct',
    name: '',
    description: '',
    createdAt: CREATED,
    people: [ANN, BOB],
    members: toMembers(ANN, BOB),
  },
  {
    id: GROUP,
    kind: 'direct',
    name: '',
    description: '',
    createdAt: CREATED,
    people: [ANN, BOB, CAT],
    members: [],
  },
];
const MESSAGES: MessageLine[] = [
  {
    id: toId(100),
    at: '2026-01-01T23:59:59.999Z',
    by: ANN,
    text: 'Root **bold** & @Bob',
    mentions: [{ uid: BOB, start: 16, length: 4 }],
    pinned: { by: BOB, at: CREATED },
  },
  {
    id: toId(101),
    at: '2026-01-01T23:59:59.999Z',
    by: BOB,
    text: 'Reply',
    replyTo: toId(100),
    root: toId(100),
    edited: { count: 2, at: '2026-01-02T01:00:00.000Z' },
  },
  {
    id: toId(102),
    at: '2026-01-02T00:00:00.000Z',
    by: CAT,
    file: toId(200),
    reactions: { '👍🏼': [ANN, BOB], ':parrot:': [ANN], '🫩': [BOB] },
  },
  {
    id: toId(103),
    at: '2026-01-02T00:00:01.000Z',
    by: ANN,
    replyTo: toId(101),
    root: toId(100),
    deleted: CREATED,
  },
  { id: toId(104), at: '2026-01-02T00:00:02.000Z', by: ANN, notice: 'exported' },
];
const FILES: FileLine[] = [{ id: toId(200), name: '../a/b.txt', contentType: 'text/plain', size: 5 }];
const EMOJI: EmojiLine[] = [
  { name: 'parrot', key: 'parrot', file: toId(201) },
  { name: 'bird', key: 'parrot' },
];

async function* page<Line>(lines: readonly Line[]): AsyncGenerator<readonly Line[]> {
  for (const line of lines) yield [line];
}

const SOURCE: LineSource = {
  people: () => page(PEOPLE),
  rooms: () => page(ROOMS),
  messages: id => page(id === OPEN ? MESSAGES : []),
  files: () => page(FILES),
  emoji: () => page(EMOJI),
  openFile: async id => Readable.from([Buffer.from(`bytes ${id.slice(-3)}`)]),
};

async function write() {
  const names: Record<string, string> = { '👍🏼': '+1::skin-tone-3' };
  const entries = new SlackEntries({ source: SOURCE, toShortcode: emoji => names[emoji] });
  const contents = new Map<string, string>();
  for await (const { name, content } of entries) contents.set(name, await text(content));
  const read = (name: string): unknown => JSON.parse(contents.get(name) ?? '');
  return { entries, contents, read };
}

test('a workspace has the entries of an export of Slack', async () => {
  const { contents, read, entries } = await write();
  expect([...contents.keys()]).toEqual([
    'users.json',
    'big-plans-2026/2026-01-01.json',
    'big-plans-2026/2026-01-02.json',
    `__uploads/${toSlack('F', 200)}/_a_b.txt`,
    'channels.json',
    'groups.json',
    'dms.json',
    'mpims.json',
    'integration_logs.json',
    'emoji/parrot.webp',
    'emoji.json',
  ]);
  expect(contents.get(`__uploads/${toSlack('F', 200)}/_a_b.txt`)).toBe('bytes 200');
  expect(read('integration_logs.json')).toEqual([]);
  expect(read('emoji.json')).toEqual({ parrot: 'emoji/parrot.webp', bird: 'alias:parrot' });
  expect(read('users.json')).toMatchObject([
    { id: toSlack('U', 1), name: 'ann-ng', is_admin: true, profile: { email: 'ann@example.com' } },
    { name: 'bob', deleted: true, is_bot: false },
    { name: expect.stringMatching(/^bob-[0-9a-f]{8}$/), real_name: 'Bob', is_bot: true },
  ]);
  expect(read('channels.json')).toMatchObject([
    {
      id: toSlack('C', 11),
      name: 'big-plans-2026',
      creator: toSlack('U', 1),
      purpose: { value: 'a &lt; b' },
      pins: [{ id: '1767311999.999000', user: toSlack('U', 2) }],
    },
  ]);
  expect(read('groups.json')).toMatchObject([
    {
      name: expect.stringMatching(/^big-plans-2026-[0-9a-f]{8}$/),
      is_archived: true,
      members: [toSlack('U', 1), toSlack('U', 2)],
    },
  ]);
  expect(read('dms.json')).toEqual([
    { id: toSlack('D', 13), created: 1767225600, members: [toSlack('U', 1), toSlack('U', 2)] },
  ]);
  expect(read('mpims.json')).toMatchObject([{ members: [1, 2, 3].map(number => toSlack('U', number)) }]);
  expect(entries.counts).toEqual({ people: 3, rooms: 4, messages: 4, reactions: 3, files: 1, emoji: 1 });
  expect(entries.lost).toEqual({
    notices: 1,
    reactions: 1,
    edits: 1,
    answers: 1,
    authors: 1,
    roomNames: 2,
  });
  expect(entries.missing).toEqual([]);
});

test('messages have a ts of their own, threads, edits, files, reactions, and deleted ones their place', async () => {
  const { read } = await write();
  const [root, reply] = ['1767311999.999000', '1767311999.999001'];
  expect(read('big-plans-2026/2026-01-01.json')).toMatchObject([
    {
      ts: root,
      text: `Root *bold* &amp; <@${toSlack('U', 2)}>`,
      thread_ts: root,
      reply_count: 2,
      reply_users: [toSlack('U', 2), toSlack('U', 1)],
      latest_reply: '1767312001.000000',
      blocks: [
        {
          elements: [
            {
              elements: [
                { type: 'text', text: 'Root ' },
                { type: 'text', text: 'bold', style: { bold: true } },
                { type: 'text', text: ' & ' },
                { type: 'user', user_id: toSlack('U', 2) },
              ],
            },
          ],
        },
      ],
    },
    { ts: reply, thread_ts: root, parent_user_id: toSlack('U', 1), edited: { ts: '1767315600.000000' } },
  ]);
  expect(read('big-plans-2026/2026-01-02.json')).toMatchObject([
    {
      ts: '1767312000.000000',
      files: [{ id: toSlack('F', 200), name: '_a_b.txt', title: '../a/b.txt', size: 5, filetype: 'txt' }],
      reactions: [
        { name: '+1::skin-tone-3', count: 2, users: [toSlack('U', 1), toSlack('U', 2)] },
        { name: 'parrot', count: 1 },
      ],
    },
    { subtype: 'tombstone', thread_ts: root },
  ]);
});
