import { expect, test, vi } from 'vitest';
import { listKeys, readItem, writeItem } from './local-storage.ts';

test('stores a text and removes it with null', () => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  });
  expect(readItem('key')).toBeNull();
  expect(writeItem('key', '')).toBe(true);
  expect(readItem('key')).toBe('');
  expect(writeItem('key', null)).toBe(true);
  expect(items.size).toBe(0);
});

test('lists the keys with a prefix', () => {
  vi.stubGlobal('localStorage', { 'a:1': '', 'a:2': '', b: '' });
  expect(listKeys('a:')).toEqual(['a:1', 'a:2']);
});

test('returns undefined or false if the browser denies access', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(readItem('key')).toBeUndefined();
  expect([writeItem('key', 'text'), writeItem('key', null)]).toEqual([false, false]);
});
