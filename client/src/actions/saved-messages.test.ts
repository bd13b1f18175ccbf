import { CommandError, type CommandOutput, type Event } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Signal } from '../base/signal.ts';
import { Store } from '../base/store.ts';
import { makeId, ROOM_ID } from '../testing/samples.ts';
import type { Action } from './action-items.ts';
import { listRemoved, SavedMessages } from './saved-messages.ts';

const [FIRST, SECOND] = [makeId(21), makeId(22)];
const NOW = 1_000_000;
/** The clock of the server is ahead of that of the device. */
const AHEAD_MS = 5_000;

type Reminders = CommandOutput<'list_reminders'>;

function createSaved(stored: { reminders?: Reminders['reminders']; version?: number } = {}) {
  const events = new Signal<Event>();
  const pending = new Store<readonly Action[]>([]);
  const onDone = new Signal<{ action: Action; output: unknown }>();
  const onRejected = new Signal<{ action: Action; error: CommandError }>();
  const clock = { now: NOW, roundTripMs: 0 };
  let lastId = 0;
  const server = { reminders: stored.reminders ?? [], version: stored.version ?? 3, saved: {} as object };
  const requests: string[] = [];
  const command = async (name: string) => {
    requests.push(name);
    const { version } = server;
    clock.now += clock.roundTripMs;
    return name === 'list_reminders'
      ? { reminders: server.reminders, version, now: NOW + AHEAD_MS }
      : { saved: server.saved, version };
  };
  const actions = {
    pending,
    onDone,
    onRejected,
    find: (key: string) => pending.get().find(action => action.key === key),
    enqueue: async ({ id, key, roomId, command, input }: Action) => {
      const action = { id, key, roomId, command, input, createdAt: NOW, status: 'waiting' as const };
      pending.set([...pending.get().filter(other => other.key !== key), action]);
    },
  };
  const connection = { events, command, state: new Store({ status: 'connected' }) };
  const newId = () => `action ${++lastId}`;
  const saved = new SavedMessages({ connection, actions, newId } as never, {
    now: () => clock.now,
    random: () => 0.5,
    setTimer: () => () => {},
  });
  saved.start();
  const change = (version: number, messageId: string, mark: { savedAt: number; remindAt?: number } | null) =>
    events.emit({ type: 'saved_changed', roomId: ROOM_ID, messageId, saved: mark, version });
  return { saved, server, clock, requests, events, pending, onDone, onRejected, change };
}

const settle = () => new Promise(resolve => setImmediate(resolve));

test('I6 the reminders and the clock of the server are read at the start and on each connection', async () => {
  const reminder = { roomId: ROOM_ID, messageId: FIRST, remindAt: NOW };
  const { saved, requests, events } = createSaved({ reminders: [reminder] });
  await settle();
  expect(saved.reminders.get()).toEqual([reminder]);
  expect(saved.now()).toBe(NOW + AHEAD_MS);
  events.emit({ type: 'connected' } as Event);
  await settle();
  expect(requests).toEqual(['list_reminders', 'list_reminders']);
});

test('I5 the next version is applied, an earlier one is ignored, and a gap is read again', async () => {
  const { saved, server, requests, change } = createSaved();
  await settle();
  change(4, FIRST, { savedAt: 1, remindAt: NOW + 9 });
  change(4, FIRST, null);
  expect(saved.isSaved(ROOM_ID, FIRST)).toBe(true);
  expect(saved.reminders.get()).toMatchObject([{ messageId: FIRST, remindAt: NOW + 9 }]);
  change(5, SECOND, { savedAt: 1, remindAt: NOW + 1 });
  expect(saved.reminders.get().map(({ messageId }) => messageId)).toEqual([SECOND, FIRST]);
  server.version = 8;
  change(8, FIRST, null);
  await settle();
  expect(requests).toEqual(['list_reminders', 'list_reminders']);
  expect(saved.isSaved(ROOM_ID, FIRST)).toBeUndefined();
  expect(saved.reminders.get()).toEqual([]);
});

test('I5 a view asks once for a message, and a result that is older than a change is ignored', async () => {
  const { saved, server, requests, change } = createSaved();
  await settle();
  server.saved = { [FIRST]: { savedAt: 1 } };
  await saved.request(ROOM_ID, FIRST);
  await saved.request(ROOM_ID, FIRST);
  expect(saved.isSaved(ROOM_ID, FIRST)).toBe(true);
  expect(requests.filter(name => name === 'get_saved')).toHaveLength(1);
  const late = saved.request(ROOM_ID, SECOND);
  change(4, SECOND, { savedAt: 2 });
  await late;
  expect(saved.isSaved(ROOM_ID, SECOND)).toBe(true);
});

test('I5 I6 a change shows before it is sent, with its reminder, and stays after its result', async () => {
  const { saved, pending, onDone } = createSaved();
  await settle();
  void saved.set(ROOM_ID, FIRST, true, NOW + 1);
  expect(saved.isSaved(ROOM_ID, FIRST)).toBe(true);
  expect(saved.reminders.get()).toMatchObject([{ messageId: FIRST, remindAt: NOW + 1 }]);
  const [action] = pending.get();
  pending.set([]);
  if (action) onDone.emit({ action, output: { saved: { savedAt: 1, remindAt: NOW + 1 }, version: 4 } });
  expect(saved.isSaved(ROOM_ID, FIRST)).toBe(true);
  expect(saved.reminders.get()).toHaveLength(1);
  void saved.set(ROOM_ID, FIRST, false);
  expect(saved.isSaved(ROOM_ID, FIRST)).toBe(false);
  expect(saved.reminders.get()).toEqual([]);
  expect([...listRemoved(pending.get())]).toEqual([FIRST]);
});

test('I6 whatever the round trip and the clock of the device, a reminder in whole minutes is a whole number of ms', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(60_000), fc.integer({ min: -1e9, max: 1e9 }), async (roundTripMs, skew) => {
      const { saved, clock, pending, events } = createSaved();
      await settle();
      clock.roundTripMs = roundTripMs;
      clock.now += skew;
      events.emit({ type: 'connected' } as Event);
      await settle();
      void saved.set(ROOM_ID, FIRST, true, saved.now() + 20 * 60_000);
      const [{ input } = { input: {} }] = pending.get();
      expect(Number((input as { remindAt?: number }).remindAt) % 1).toBe(0);
    }),
    {
      examples: [
        [1, 0],
        [37, -10_800_001],
        [2, 3],
      ],
    },
  );
});

test('I6 a change is stored when its result is there; a rejected or replaced one is not', async () => {
  const { saved, pending, onDone, onRejected } = createSaved();
  await settle();
  const replaced = saved.set(ROOM_ID, FIRST, true, NOW + 1);
  const stored = saved.set(ROOM_ID, FIRST, true, NOW + 2);
  const rejected = saved.set(ROOM_ID, SECOND, true, NOW + 3);
  let isSettled = false;
  void stored.finally(() => (isSettled = true));
  await settle();
  expect([await replaced, isSettled]).toEqual([false, false]);
  const [first, second] = pending.get();
  pending.set([]);
  if (first) onDone.emit({ action: first, output: { saved: { savedAt: 1 }, version: 4 } });
  if (second) onRejected.emit({ action: second, error: new CommandError('not_found') });
  expect([await stored, await rejected]).toEqual([true, false]);
});

test('I6 a change that is faster than an older result is not lost, at the start and on a new connection', async () => {
  const { saved, server, requests, events, change } = createSaved();
  const first = { roomId: ROOM_ID, messageId: FIRST, remindAt: NOW + 1 };
  change(4, FIRST, { savedAt: 1, remindAt: NOW + 1 });
  Object.assign(server, { version: 4, reminders: [first] });
  await settle();
  expect(saved.reminders.get()).toEqual([first]);
  const second = { roomId: ROOM_ID, messageId: SECOND, remindAt: NOW + 2 };
  events.emit({ type: 'connected' } as Event);
  change(5, SECOND, { savedAt: 1, remindAt: NOW + 2 });
  Object.assign(server, { version: 5, reminders: [first, second] });
  await settle();
  expect(saved.reminders.get()).toEqual([first, second]);
  expect(saved.version.get()).toBe(5);
  expect(requests.length).toBe(4);
});
