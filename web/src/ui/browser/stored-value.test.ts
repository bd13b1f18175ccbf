import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { soundSetting } from '../../chat/arrivals/sound-setting.ts';
import {
  customMemory,
  emojiMemory,
  listUsed,
  rememberEmoji,
  rememberTone,
} from '../../chat/emoji/emoji-memory.ts';
import { collapsedParts } from '../../chat/rooms/list/collapsed-parts.ts';
import { chosenListWidth } from '../../chat/rooms/list/list-width.ts';
import { StoredValue } from './stored-value.ts';
import { chosenTheme } from './theme.ts';

const items = new Map<string, string>();
let isDenied = false;
let target = new EventTarget();

beforeEach(() => {
  items.clear();
  isDenied = false;
  target = new EventTarget();
  const use = <Result>(run: () => Result): Result => {
    if (isDenied) throw new DOMException('no', 'SecurityError');
    return run();
  };
  vi.stubGlobal('window', target);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => use(() => items.get(key) ?? null),
    setItem: (key: string, text: string) => use(() => items.set(key, text)),
    removeItem: (key: string) => use(() => items.delete(key)),
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** Another tab writes, and the browser reports it. */
function writeElsewhere(key: string, text: string | null): void {
  if (text === null) items.delete(key);
  else items.set(key, text);
  target.dispatchEvent(Object.assign(new Event('storage'), { key }));
}

const createNumber = () =>
  new StoredValue<number>('number', {
    parse: stored => Number(stored ?? 7),
    serialize: value => (value === 7 ? null : String(value)),
  });

test('two tabs share a value', () => {
  const [one, other] = [createNumber(), createNumber()];
  one.set(3);
  expect([other.get(), items.get('number')]).toEqual([3, '3']);
  other.set(7);
  expect([one.get(), items.size]).toEqual([7, 0]);
});

test('reports changes of this tab and of others until it is unsubscribed', () => {
  const value = createNumber();
  const shown: number[] = [];
  const stop = value.subscribe(() => shown.push(value.get()));
  value.set(1);
  writeElsewhere('number', '2');
  writeElsewhere('other', '9');
  items.set('number', '4');
  target.dispatchEvent(new Event('pageshow'));
  stop();
  value.set(5);
  writeElsewhere('number', '6');
  expect(shown).toEqual([1, 2, 4]);
});

test('a value lasts as long as the page if the browser stores nothing', () => {
  isDenied = true;
  const value = createNumber();
  expect(value.get()).toBe(7);
  value.set(3);
  expect(value.get()).toBe(3);
});

test('theme, sound, width and parts of the list follow other tabs', () => {
  const values = [chosenTheme, soundSetting, chosenListWidth, collapsedParts];
  const read = () => values.map(({ get }) => get());
  expect(read()).toEqual(['system', false, undefined, []]);
  writeElsewhere('snug:theme', 'dark');
  writeElsewhere('snug:sound', 'on');
  writeElsewhere('snug:list-width', '300');
  writeElsewhere('snug:collapsed-parts', 'other');
  expect(read()).toEqual(['dark', true, 300, ['other']]);
  writeElsewhere('snug:theme', 'violet');
  writeElsewhere('snug:list-width', 'wide');
  expect(read()).toEqual(['system', true, undefined, ['other']]);
});

test('an emoji that one tab remembers does not remove that of another one', () => {
  rememberEmoji('🎉');
  writeElsewhere('snug:emoji', JSON.stringify({ recent: ['👀', '🎉'], tone: 2 }));
  rememberEmoji('✅');
  expect(emojiMemory.get()).toEqual({ recent: ['✅', '👀', '🎉'], tone: '🏼' });
  rememberTone(undefined);
  expect(items.get('snug:emoji')).toBe('{"recent":["✅","👀","🎉"],"tone":0}');
});

test('emoji of the workspace are remembered among the others, in a place of their own', () => {
  writeElsewhere('snug:emoji', JSON.stringify({ recent: ['👀', '🎉'], tone: 0 }));
  const list = () => listUsed(emojiMemory.get(), customMemory.get());
  rememberEmoji(':cat:');
  rememberEmoji('✅');
  rememberEmoji(':dog:');
  expect(list()).toEqual([':dog:', '✅', ':cat:', '👀', '🎉']);
  expect(items.get('snug:emoji'), 'older pages know no other').toBe('{"recent":["✅","👀","🎉"],"tone":0}');
  writeElsewhere('snug:custom-emoji', 'broken');
  expect(list()).toEqual(['✅', '👀', '🎉']);
});
