import { expect, test, vi } from 'vitest';
import { isNextUnreadKey } from '../../chat/unread/next-unread.ts';
import { isHelpKey, isJoinKey, isSearchKey } from '../../ui/keyboard/use-shortcut.ts';
import { getShortcuts } from './shortcuts.ts';

const SOURCES = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The keys of shortcuts that work in the whole page. */
const PAGE_KEYS = { isHelpKey, isJoinKey, isNextUnreadKey, isSearchKey };

const OPTIONS = { isApple: false, isSearchOff: false };

const KEY_NAMES: Record<string, string> = {
  '↓': 'ArrowDown',
};

function findInSources(pattern: RegExp): string[] {
  return Object.values(SOURCES).flatMap(source => [...source.matchAll(pattern)].map(match => match[1] ?? ''));
}

function listKeys(group: number): (readonly string[])[] {
  return getShortcuts(OPTIONS)[group]?.shortcuts.flatMap(({ keys }) => keys) ?? [];
}

function toEvent(keys: readonly string[]): KeyboardEvent {
  const key = keys.at(-1) ?? '';
  return {
    key: KEY_NAMES[key] ?? key,
    ctrlKey: keys.includes('Ctrl'),
    altKey: keys.includes('Alt'),
    shiftKey: keys.includes('Shift'),
    metaKey: false,
  } as KeyboardEvent;
}

test('the list has each shortcut of the whole page', () => {
  vi.stubGlobal('Element', Object);
  const used = new Set(findInSources(/useShortcut\((\w+),/g));
  expect(used).toEqual(new Set(Object.keys(PAGE_KEYS)));
  const events = listKeys(0).map(toEvent);
  for (const [name, matches] of Object.entries(PAGE_KEYS))
    expect([name, events.filter(event => matches(event)).length]).toEqual([
      name,
      name === 'isSearchKey' ? 2 : 1,
    ]);
});

test('the list has each key of a focused message or conversation', () => {
  const ofButtons = findInSources(/aria-keyshortcuts="([A-Z]|Delete Backspace)"/g).map(
    keys => keys.split(' ')[0],
  );
  const ofFields = findInSources(/key === '([A-Z])'/g);
  const ofActions = findInSources(/^ {2}key: '([A-Z])',$/gm);
  const expected = new Set([...ofButtons, ...ofFields, ...ofActions]);
  const listed = [...listKeys(2), ...listKeys(3)].flatMap(keys =>
    keys.length === 1 && /^([A-Z]|Delete)$/.test(keys[0] ?? '') ? keys : [],
  );
  expect(new Set(listed)).toEqual(expected);
});
