import type { Message, Room } from '@snug/protocol';
import { expect, test } from 'vitest';
import { findKept, type KeptRoom } from './kept-messages.ts';
import type { Filter } from './search-filters.ts';

const ANN = { uid: 'ann', name: 'Ann', createdAt: 0, version: 1 };
const BEN = { uid: 'ben', name: 'Ben', createdAt: 0, version: 1 };
const NOW = new Date(2026, 10, 29, 12).getTime();

function message(roomId: string, seq: number, own: Partial<Message>): Message {
  const createdAt = NOW - 100_000 + seq * 1_000;
  return { id: `${roomId}-${seq}`, roomId, seq, changedSeq: seq, author: ANN, createdAt, ...own };
}

function room(id: string, messages: readonly Partial<Message>[]): KeptRoom {
  const room = { id, name: id, createdAt: 0, seq: messages.length } as Room;
  return { room, messages: messages.map((own, index) => message(id, index + 1, own)) };
}

const FILE = { id: 'f', name: 'Harbour plan.pdf', contentType: 'application/pdf', size: 9, url: '/files/f' };
const ROOMS = [
  room('harbour', [
    { text: 'The Zürich meeting is tomorrow' },
    { text: 'meeting notes', author: BEN },
    { file: FILE },
    { text: 'meeting', deletedAt: NOW },
    { text: 'meeting', removed: true },
    { text: 'see https://snug.example', pinnedAt: NOW },
    { text: 'hi @ann', mentions: [{ uid: 'ann', start: 3, length: 4 }], author: BEN },
    { text: 'hi @room', mentions: [{ uid: null, start: 3, length: 5 }] },
  ]),
  room('garden', [
    { text: '我们在北京大学见面', createdAt: NOW },
    { text: 'meeting in the garden', author: BEN, createdAt: NOW - 1 },
  ]),
];

function find(text: string, filters: readonly Filter[] = [], rooms = ROOMS) {
  const { rows } = findKept(
    rooms,
    { text, filters },
    {
      isTyping: true,
      me: 'ann',
      now: NOW,
      isBlocked: uid => uid === 'blocked',
      isRequest: roomId => roomId === 'request',
    },
  );
  return rows.map(row => row.message.id);
}

test('finds words of the kept messages, newest first, without deleted ones', () => {
  expect(find('meet')).toEqual(['garden-2', 'harbour-2', 'harbour-1']);
  expect(find('zuerich')).toEqual([]);
  expect(find('zurich tomor')).toEqual(['harbour-1']);
  expect(find('北京')).toEqual(['garden-1']);
  expect(find('meet -notes -garden')).toEqual(['harbour-1']);
  expect(find('plan'), 'the name of a file').toEqual(['harbour-3']);
});

test('applies the filters that need no server', () => {
  const by = (key: Filter['key'], value: string) => find('', [{ key, value }]);
  expect(by('from', 'ben').toSorted()).toEqual(['garden-2', 'harbour-2', 'harbour-7']);
  expect(find('meet', [{ key: 'in', value: 'garden' }])).toEqual(['garden-2']);
  expect(by('has', 'file')).toEqual(['harbour-3']);
  expect(by('has', 'picture')).toEqual([]);
  expect(by('has', 'link')).toEqual(['harbour-6']);
  expect(by('has', 'pin')).toEqual(['harbour-6']);
  expect(by('mentions', 'me')).toEqual(['harbour-7']);
  expect(by('on', '2026-11-28')).toEqual([]);
  expect(by('last', '1')).toHaveLength(8);
});

test('a picture without a size is a file, and only a recording is a voice message', () => {
  const file = (contentType: string, own = {}) => ({ ...FILE, contentType, ...own });
  const rooms = [
    room('files', [
      { file: file('image/png', { width: 4, height: 3 }) },
      { file: file('image/png') },
      { file: file('audio/mpeg', { peaks: [1, 2] }) },
      { file: file('audio/mpeg') },
    ]),
  ];
  const by = (value: string) => find('', [{ key: 'has', value }], rooms);
  expect(by('picture')).toEqual(['files-1']);
  expect(by('voice')).toEqual(['files-3']);
  expect(by('file')).toEqual(['files-4', 'files-2']);
});

test('leaves out blocked people, and requests but for a search in their room', () => {
  const rooms = [
    room('request', [{ text: 'hello' }]),
    room('open', [{ text: 'hello', author: { ...BEN, uid: 'blocked' } }]),
  ];
  expect(find('hello', [], rooms)).toEqual([]);
  expect(find('hello', [{ key: 'in', value: 'request' }], rooms)).toEqual(['request-1']);
});

test('says how far it goes', () => {
  const options = { isTyping: true, me: 'ann', now: NOW, isBlocked: () => false, isRequest: () => false };
  const { kept } = findKept(ROOMS, { text: 'x y', filters: [] }, options);
  expect(kept).toEqual({ roomCount: 2, since: NOW - 99_000 });
  expect(findKept([], { text: 'x y', filters: [] }, options).kept).toEqual({
    roomCount: 0,
    since: undefined,
  });
});
