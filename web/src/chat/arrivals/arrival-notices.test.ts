import type { Arrival } from '@snug/client';
import type { NotificationSettings, PushNotice, PushPayload } from '@snug/protocol';
import { beforeEach, expect, test } from 'vitest';
import { ArrivalNotices, type ArrivalNoticesOptions } from './arrival-notices.ts';

interface Written {
  seq: number;
  text: string;
}

const DEFAULTS: NotificationSettings = {
  version: 1,
  level: 'mentions',
  conversations: true,
  shows: 'all',
  words: [],
  mail: 'fallback',
  mailText: false,
};

let settings: NotificationSettings | undefined;
/** Of the room "one", as the server has them. */
let written: Written[];
let followed: string[];
let commands: string[];
let readSeq: number;
let mentions: number;
let now: number;
let shown: PushNotice[];
let notices: ArrivalNotices;

const toMessage = ({ seq, text }: Written) => ({ id: `m${seq}`, seq, author: { name: 'Ben' }, text });

beforeEach(() => {
  settings = { ...DEFAULTS };
  [written, followed, commands, shown] = [[], [], [], []];
  [readSeq, mentions, now] = [0, 0, 1_000_000];
  const chat = {
    connection: {
      command: async (name: string, { after = 0 }: { after?: number }) => {
        commands.push(name);
        return name === 'get_follows'
          ? { rootIds: followed }
          : { messages: written.filter(({ seq }) => seq > after).map(toMessage) };
      },
    },
    findOpenRoom: () => undefined,
    getEpoch: () => 'e1',
    me: { get: () => ({ uid: 'ann' }) },
    memberships: { options: { get: () => new Map() }, defaultLevel: { get: () => undefined } },
    cursors: { get: () => ({ unread: 9, mentions }) },
    roomList: {
      getRow: (id: string) => {
        const last = written.at(-1);
        // As the list of rooms does.
        return {
          id,
          name: 'Kitchen',
          lastMessage: last && { ...toMessage(last), text: last.text.slice(0, 200) },
        };
      },
    },
  };
  notices = new ArrivalNotices({
    chat: chat as unknown as ArrivalNoticesOptions['chat'],
    getSettings: () => settings,
    isUnread: ({ seq }) => seq > readSeq,
    now: () => now,
    send: ({ snug }: PushPayload) => {
      if ('kind' in snug) shown.push(snug);
    },
  });
});

function write(...texts: string[]): Arrival[] {
  const start = written.length;
  written.push(...texts.map((text, index) => ({ seq: start + index + 1, text })));
  return texts.map((_, index) => ({ roomId: 'one', seq: start + index + 1 }));
}

function show(...arrivals: Arrival[]): PushNotice | undefined {
  notices.show(arrivals);
  return shown.at(-1);
}

const findSeqs = async (arrivals: readonly Arrival[]) =>
  (await notices.findCalling(arrivals)).map(({ seq }) => seq);

test('a notification has name and text, only the name, or neither, as the person chose', () => {
  const [soup] = write('The soup is ready') as [Arrival];
  expect(show(soup)).toMatchObject({
    room: { name: 'Kitchen' },
    lines: [{ author: 'Ben', text: 'The soup is ready' }],
  });
  settings = settings && { ...settings, shows: 'name' };
  expect(show(soup)).toMatchObject({ room: { name: 'Kitchen' }, lines: [], hidden: 'text' });
  for (const known of [settings && { ...settings, shows: 'nothing' as const }, undefined]) {
    settings = known;
    const hidden = show(soup);
    expect(hidden).toMatchObject({ lines: [], hidden: 'all' });
    expect(JSON.stringify(hidden)).not.toMatch(/Kitchen|soup|Ben/);
  }
});

test('a text that the list of rooms has cut is marked, so that no half mark shows', () => {
  const [short, long] = write('**soup**', `**soup ${'long '.repeat(60)}**`) as [Arrival, Arrival];
  expect(show(long)?.lines).toMatchObject([{ text: expect.stringMatching(/^\*\*soup/), isCut: true }]);
  written.pop();
  expect(show(short)?.lines).toEqual([{ author: 'Ben', text: '**soup**', kind: 'text' }]);
});

test('messages call by words, also far back in a long text and before the newest message', async () => {
  settings = settings && { ...settings, words: ['soup', '雪'] };
  expect(await findSeqs(write('Soup!'))).toEqual([1]);
  expect(commands, 'the list has short texts').toEqual([]);
  expect(await findSeqs(write('soups', `${'long '.repeat(60)} soup`))).toEqual([3]);
  expect(await findSeqs(write('大雪です', 'tea', 'the soup, please', 'bye'))).toEqual([4, 6]);
});

test('replies in followed conversations call, unless the person switched that off', async () => {
  followed = ['lunch'];
  const replies = ['lunch', 'bus', undefined].map((rootId, index) => ({
    roomId: 'one',
    seq: index + 1,
    rootId,
  }));
  expect(await findSeqs(replies)).toEqual([1]);
  settings = settings && { ...settings, conversations: false };
  expect(await findSeqs(replies)).toEqual([]);
});

test('the number counts mentions and what calls by a word, until it is read', async () => {
  settings = settings && { ...settings, words: ['soup'] };
  const arrivals = write('soup', 'soup again');
  mentions = 1;
  await notices.findCalling(arrivals);
  expect(show(...arrivals)).toMatchObject({ seq: 2, count: 3 });
  [readSeq, mentions] = [2, 0];
  const later = write('soup once more');
  await notices.findCalling(later);
  expect(show(...later)).toMatchObject({ count: 1 });
});

test('six notifications a minute alert, and more only change what is shown', () => {
  const isSilent = () => show(...write('soup'))?.silent === true;
  expect(Array.from({ length: 8 }, isSilent)).toEqual([
    ...Array.from({ length: 6 }, () => false),
    true,
    true,
  ]);
  now += 60_000;
  expect(isSilent()).toBe(false);
});

test('a room shows one notification of a burst, for its newest message', () => {
  const [one, two] = write('first', 'second') as [Arrival, Arrival];
  notices.show([two, { roomId: 'other', seq: 7 }, one]);
  expect(shown.map(({ tag, seq }) => [tag, seq])).toEqual([
    ['room-one', 2],
    ['room-other', 7],
  ]);
});
