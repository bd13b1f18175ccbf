import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReadMarks } from './read-marks.ts';

const PREFIX = 'snug:read:ann:';

let stored: Map<string, string>;
let readKeys: string[];
let dispatchStorage: (event: Pick<StorageEvent, 'key' | 'newValue'>) => void;

beforeEach(() => {
  [stored, readKeys] = [new Map(), []];
  const methods = {
    getItem: (key: string) => {
      readKeys.push(key);
      return stored.get(key) ?? null;
    },
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  // Browsers expose stored items as own properties.
  vi.stubGlobal(
    'localStorage',
    new Proxy(methods, {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
  vi.stubGlobal('window', {
    addEventListener: (_: string, listener: typeof dispatchStorage) => {
      dispatchStorage = listener;
    },
    removeEventListener: () => undefined,
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('applies a mark of another tab without reading the other marks', () => {
  for (let room = 1; room <= 100; room++) stored.set(`${PREFIX}${room}`, `5 ${room}`);
  const marks = new ReadMarks('ann');
  let notifyCount = 0;
  marks.subscribe(() => notifyCount++);
  expect(marks.listRoomIds()[0]).toBe('100');
  readKeys.length = 0;
  dispatchStorage({ key: `${PREFIX}7`, newValue: '9 1000' });
  dispatchStorage({ key: `${PREFIX}new`, newValue: '1 2000' });
  dispatchStorage({ key: `${PREFIX}8`, newValue: null });
  dispatchStorage({ key: 'snug:read:ben:7', newValue: '99 3000' });
  expect(marks.listRoomIds().slice(0, 2)).toEqual(['new', '7']);
  expect([marks.get('7'), marks.get('new'), marks.get('8')]).toEqual([9, 1, undefined]);
  expect(marks.listRoomIds()).toHaveLength(100);
  expect([notifyCount, readKeys]).toEqual([3, []]);
});

test('keeps the marks of the 1,000 most recently read rooms', () => {
  for (let room = 1; room <= 1_200; room++) stored.set(`${PREFIX}${room}`, `5 ${room}`);
  stored.set('snug:read:ben:1', '5 1');
  expect(new ReadMarks('ann').listRoomIds()).toHaveLength(1_000);
  expect(stored.size).toBe(1_001);
  expect([stored.has(`${PREFIX}200`), stored.has(`${PREFIX}201`)]).toEqual([false, true]);
});
