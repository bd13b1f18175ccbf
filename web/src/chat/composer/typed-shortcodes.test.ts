import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emojiData, loadEmojiData } from '../emoji/emoji-data.ts';
import { TypedShortcodes } from './typed-shortcodes.ts';

const data = await loadEmojiData();

beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} }));
afterEach(() => {
  emojiData.set(data);
  vi.unstubAllGlobals();
});

/** Types each character at the end of the text. */
function createField() {
  const field = { text: '', composition: undefined as PromiseWithResolvers<void> | undefined };
  const typed = new TypedShortcodes({
    read: () => field.text,
    replace: ({ start, end, text }) => {
      field.text = field.text.slice(0, start) + text + field.text.slice(end);
    },
    isBusy: () => field.composition !== undefined,
    whenFree: async () => field.composition?.promise,
    isCustom: name => name === 'partyparrot' || name === 'thumbs-up',
  });
  const done: Promise<void>[] = [];
  const type = (text: string) => {
    for (const character of text) {
      field.text += character;
      if (/[:：]/.test(character)) done.push(typed.onColon(field.text.length));
    }
  };
  return { field, typed, type, settle: () => Promise.all(done) };
}

test.each([
  ['Shipped :tada: now', 'Shipped 🎉 now'],
  ['完了:tada:', '完了🎉'],
  ['了解：tada：', '了解🎉'],
  [':tada::tada:', '🎉🎉'],
  [':wave::skin-tone-3:', '👋🏼'],
  ['👋:skin-tone-6:', '👋🏿'],
  [':thumbsup_tone3: ok', '👍🏽 ok'],
  [':tada::skin-tone-3:', '🎉:skin-tone-3:'],
  [':xyzzy: :D', ':xyzzy: :D'],
  ['10:30:45 a:b:c', '10:30:45 a:b:c'],
  ['`:tada:`', '`:tada:`'],
  ['```\n:tada:\n```', '```\n:tada:\n```'],
  ['`code` :tada:', '`code` 🎉'],
  ['see https://a.example/:tada:', 'see https://a.example/:tada:'],
])('%s becomes %s', async (typed, shown) => {
  const { field, type, settle } = createField();
  type(typed);
  expect(field.text, 'at once').toBe(shown);
  await settle();
});

test('names wait for the data, also when the person types on', async () => {
  emojiData.set(undefined);
  const { field, typed, type, settle } = createField();
  type('First :tada::heart: then :wave::skin-tone-3: and :xyzzy: go');
  expect([typed.isWaiting, field.text]).toEqual([
    true,
    'First :tada::heart: then :wave::skin-tone-3: and :xyzzy: go',
  ]);
  await settle();
  expect([typed.isWaiting, field.text]).toEqual([false, 'First 🎉❤️ then 👋🏼 and :xyzzy: go']);
});

test('a name that was changed while it waited stays as it is', async () => {
  emojiData.set(undefined);
  const { field, type, settle } = createField();
  type('ab :tada:');
  field.text = 'abc :tada:';
  await settle();
  expect(field.text).toBe('abc :tada:');
});

test('a name waits for the end of a composition', async () => {
  const { field, type, settle } = createField();
  field.composition = Promise.withResolvers<void>();
  type(':tada:');
  expect(field.text).toBe(':tada:');
  field.composition.resolve();
  await settle();
  expect(field.text).toBe('🎉');
});

test('a name of the workspace stays as typed, also if another spelling of it is an emoji', async () => {
  emojiData.set(undefined);
  const { field, type, settle } = createField();
  type('so :partyparrot: and :thumbs-up: and :tada:');
  await settle();
  expect(field.text).toBe('so :partyparrot: and :thumbs-up: and 🎉');
});
