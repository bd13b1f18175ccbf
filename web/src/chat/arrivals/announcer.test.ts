import type { Arrival } from '@snug/client';
import { beforeEach, expect, test } from 'vitest';
import { Announcer } from './announcer.ts';

const [first, second, third] = [1, 2, 3].map(seq => ({ roomId: 'one', seq })) as [Arrival, Arrival, Arrival];

let state: { isNotifying: boolean; isFocused: boolean; isQuiet: boolean };
let found: Arrival[];
let events: string[];
let announcer: Announcer;

beforeEach(() => {
  state = { isNotifying: true, isFocused: false, isQuiet: false };
  [found, events] = [[], []];
  announcer = new Announcer({
    isNotifying: () => state.isNotifying,
    isFocused: () => state.isFocused,
    isQuiet: () => state.isQuiet,
    findCalling: async () => found,
    notify: arrivals => events.push(`notify ${arrivals.map(({ seq }) => seq).join(' ')}`),
    playSound: () => events.push('sound'),
  });
});

/** `audible`: of rooms that play sounds for all their messages. */
async function announce(
  calling: Arrival[],
  { others = [], audible = calling }: Rest = {},
): Promise<string[]> {
  events = [];
  announcer.notify({ calling, others });
  await announcer.sound({ calling: audible, others: [] });
  return events;
}

interface Rest {
  others?: Arrival[];
  audible?: Arrival[];
}

test('a message has a notification or a sound, never both', async () => {
  expect(await announce([first])).toEqual(['notify 1']);
  expect(await announce([first], { audible: [first, second] })).toEqual(['notify 1', 'sound']);
  state.isFocused = true;
  expect(await announce([first])).toEqual(['sound']);
  state = { ...state, isFocused: false, isNotifying: false };
  expect(await announce([first])).toEqual(['sound']);
});

test('quiet hours and pauses are silent, also if they begin during the search for words', async () => {
  state.isQuiet = true;
  expect(await announce([first], { others: [second] })).toEqual([]);
  state.isQuiet = false;
  found = [second];
  const announced = announce([first], { others: [second] });
  state.isQuiet = true;
  expect(await announced).toEqual([]);
});

test('what calls by a word shows a notification, without the sound of its room', async () => {
  found = [second];
  const rest = { others: [second, third], audible: [second] };
  expect(await announce([], rest)).toEqual(['notify 2']);
  expect(await announce([first], rest)).toEqual(['notify 1 2']);
  found = [];
  expect(await announce([], rest), 'another word').toEqual(['sound']);
});

test('what calls by a word plays a sound in a room with mentions and replies, if no notification shows', async () => {
  found = [second];
  state.isNotifying = false;
  expect(await announce([], { others: [second], audible: [] })).toEqual(['sound']);
});
