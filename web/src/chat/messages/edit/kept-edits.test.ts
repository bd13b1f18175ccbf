import { expect, onTestFinished, test, vi } from 'vitest';
import { dropTrimmedEdits, keepEdit, readKeptEdit } from './kept-edits.ts';

function useStorage(): Record<string, string> {
  const items: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, text: string) => void (items[key] = text),
    removeItem: (key: string) => void delete items[key],
  };
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(items, name, { value, enumerable: false });
  vi.stubGlobal('localStorage', items);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return items;
}

test('TR7 a trim removes the unsaved edits of its messages, and no others', () => {
  const items = useStorage();
  const keep = (id: string, seq: number | undefined, roomId = 'room') =>
    keepEdit({ uid: 'ann', roomId, id }, { text: id, revision: 0, seq });
  keep('old', 4);
  keep('kept', 5);
  keep('waiting', undefined);
  keep('elsewhere', 4, 'other');
  dropTrimmedEdits('ann', { roomId: 'room', before: 5 });
  const read = (id: string, roomId = 'room') => readKeptEdit({ uid: 'ann', roomId, id })?.text;
  expect([read('old'), read('kept'), read('waiting'), read('elsewhere', 'other')]).toEqual([
    undefined,
    'kept',
    'waiting',
    'elsewhere',
  ]);
  expect(JSON.stringify(items)).not.toContain('old');
});

test('a browser keeps the newest edits of a person', () => {
  const items = useStorage();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ref = (id: string) => ({ uid: 'ann', roomId: 'room', id });
  for (let count = 60; count > 0; count--) {
    vi.advanceTimersByTime(1_000);
    keepEdit(ref(`z${String(count).padStart(2, '0')}`), { text: 'words', revision: 0, seq: 1 });
  }
  expect(Object.keys(items)).toHaveLength(50);
  expect(readKeptEdit(ref('z60'))).toBeUndefined();
  expect(readKeptEdit(ref('z51'))).toBeUndefined();
  expect(readKeptEdit(ref('z50'))?.text).toBe('words');
  expect(readKeptEdit(ref('z01'))?.text).toBe('words');
});
