import { expect, test, vi } from 'vitest';
import { listKeys, readItem, writeItem } from './local-storage.ts';

test('a text is kept until there is none', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
  expect(readItem('key')).toBeNull();
  expect(writeItem('key', '')).toBe(true);
  expect(readItem('key')).toBe('');
  expect(writeItem('key', null)).toBe(true);
  expect(kept.size).toBe(0);
});

test('the keys with one beginning are those that are kept', () => {
  vi.stubGlobal('localStorage', { 'a:1': '', 'a:2': '', b: '' });
  expect(listKeys('a:')).toEqual(['a:1', 'a:2']);
});

test('a browser that keeps nothing says so, and nothing is thrown', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(readItem('key')).toBeUndefined();
  expect([writeItem('key', 'text'), writeItem('key', null)]).toEqual([false, false]);
});
