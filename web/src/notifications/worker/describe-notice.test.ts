import { type PushLine, type PushNotice, readWords } from '@snug/protocol';
import { expect, test } from 'vitest';
import { enWorker } from '../../strings/en-worker.ts';
import { describeNotice } from './describe-notice.ts';

const KITCHEN = { id: 'r1', name: 'Kitchen', kind: 'private' } as const;
const ADA = { id: 'r2', name: 'Ada Lovelace', kind: 'direct' } as const;
const THREE = { id: 'r3', name: 'Ada Lovelace, Grace Hopper', kind: 'direct' } as const;

function line(text: string, author = 'Ada Lovelace', more: Partial<PushLine> = {}): PushLine {
  return { author, text, kind: 'text', ...more };
}

function describe(notice: Partial<PushNotice>): [title: string, body: string] {
  const whole: PushNotice = { kind: 'room', tag: 't', seq: 1, path: '/', lines: [], count: 1, ...notice };
  const { title, body } = describeNotice(whole, enWorker, readWords);
  return [title, body];
}

test('one message has its author and its room, and no marks', () => {
  expect(describe({ room: KITCHEN, lines: [line('the **soup** is `ready`')] })).toEqual([
    'Ada Lovelace in Kitchen',
    'the soup is ready',
  ]);
  expect(
    describe({ room: KITCHEN, lines: [line('~~not~~ **cut in the mid', 'Bo', { isCut: true })] }),
  ).toEqual(['Bo in Kitchen', 'not cut in the mid…']);
});

test('several messages have their number, and the last ones with their authors', () => {
  const lines = [line('one'), line('two', 'Grace'), line('> three')];
  expect(describe({ room: KITCHEN, lines, count: 5 })).toEqual([
    '5 new in Kitchen',
    'Ada Lovelace: one\nGrace: two\nAda Lovelace: three',
  ]);
});

test('a conversation of two names the other person once, and a larger one each author', () => {
  expect(describe({ room: ADA, lines: [line('hi')] })).toEqual(['Ada Lovelace', 'hi']);
  expect(describe({ room: ADA, lines: [line('hi'), line('there')], count: 2 })).toEqual([
    '2 new from Ada Lovelace',
    'hi\nthere',
  ]);
  expect(describe({ room: THREE, lines: [line('hi', 'Grace Hopper')] })).toEqual([
    'Ada Lovelace, Grace Hopper',
    'Grace Hopper: hi',
  ]);
});

test.each([
  ['photo', 'hill.png', 'Photo · hill.png'],
  ['voice', 'audio_1795341183972.mp3', 'Voice message'],
  ['audio', 'song.ogg', 'Audio · song.ogg'],
  ['video', 'cat.mp4', 'Video · cat.mp4'],
  ['file', '*budget*.xlsx', 'File · *budget*.xlsx'],
] as const)('a message with a %s, %s, is called as in the list of rooms', (kind, name, words) => {
  expect(describe({ room: KITCHEN, lines: [line(name, 'Bo', { kind })] })).toEqual(['Bo in Kitchen', words]);
});

test('hidden texts leave the name of the room, and hidden names leave only a number', () => {
  expect(describe({ room: KITCHEN, hidden: 'text' })).toEqual(['Kitchen', '1 new message']);
  expect(describe({ room: ADA, hidden: 'text', count: 12 })).toEqual(['Ada Lovelace', '12 new messages']);
  expect(describe({ hidden: 'all', count: 3 })).toEqual(['Snug', '3 new messages']);
});

test('from 100 on, a number is no longer exact', () => {
  const lines = [line('soup')];
  expect(describe({ room: KITCHEN, lines, count: 99 })[0]).toBe('99 new in Kitchen');
  expect(describe({ room: KITCHEN, lines, count: 100 })[0]).toBe('99+ new in Kitchen');
  expect(describe({ hidden: 'all', count: 100 })).toEqual(['Snug', '99+ new messages']);
  expect(describe({ kind: 'summary', count: 120, rooms: 2 })).toEqual(['99+ new in 2 rooms', '']);
});

test('a summary, a reminder and the end of a session have words of their own', () => {
  expect(describe({ kind: 'summary', count: 4, rooms: 2 })).toEqual(['4 new in 2 rooms', '']);
  expect(describe({ kind: 'summary', count: 9, rooms: 1 })).toEqual(['9 new in 1 room', '']);
  expect(describe({ kind: 'reminder', room: KITCHEN, lines: [line('buy _leeks_')] })).toEqual([
    'Reminder: Kitchen',
    'Ada Lovelace: buy leeks',
  ]);
  expect(describe({ kind: 'reminder', hidden: 'all' })).toEqual([
    'Reminder',
    'You asked to be reminded of a message',
  ]);
  expect(describe({ kind: 'session_ends', endsAt: new Date(2026, 10, 30).getTime() })).toEqual([
    'This device will be signed out on 30 Nov 2026',
    'Open Snug to stay signed in.',
  ]);
});

test('a name whose marks turn the direction does not turn the words around it', () => {
  const [title] = describe({ room: { ...KITCHEN, name: '\u202eneMtihK' }, lines: [line('hi')], count: 2 });
  expect(title).toBe('2 new in \u2068\u202eneMtihK\u2069');
});
