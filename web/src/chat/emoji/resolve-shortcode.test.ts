import { expect, test } from 'vitest';
import { loadEmojiData } from './emoji-data.ts';
import { resolveShortcode } from './resolve-shortcode.ts';

const data = await loadEmojiData();
const resolve = (shortcode: string) => resolveShortcode(data, shortcode);

test.each([
  [':tada:', '🎉'],
  [':+1:', '👍'],
  [':-1:', '👎'],
  [':TADA:', '🎉'],
  ['：tada：', '🎉'],
  [':white_check_mark:', '✅'],
  [':slightly_smiling_face:', '🙂'],
  [':dog:', '🐶'],
  [':point_up:', '☝️'],
])('GitHub: %s', (shortcode, emoji) => {
  expect(resolve(shortcode)).toBe(emoji);
});

test.each([
  [':flag-us:', '🇺🇸'],
  [':male-technologist:', '👨‍💻'],
  [':man-woman-girl-boy:', '👨‍👩‍👧‍👦'],
  [':wave::skin-tone-3:', '👋🏼'],
  [':wave::skin-tone-6:', '👋🏿'],
])('Slack: %s', (shortcode, emoji) => {
  expect(resolve(shortcode)).toBe(emoji);
});

test.each([
  [':slight_smile:', '🙂'],
  [':thumbsup_tone3:', '👍🏽'],
  [':wave_tone1:', '👋🏻'],
])('Discord: %s', (shortcode, emoji) => {
  expect(resolve(shortcode)).toBe(emoji);
});

test('other names have no emoji', () => {
  for (const shortcode of [':xyzzy:', ':30:', ':tada_tone3:', ':_:', ':wave_tone9:', 'tada', ':constructor:'])
    expect([shortcode, resolve(shortcode)]).toEqual([shortcode, undefined]);
});

test('an emoji has the given skin tone, unless its name has one', () => {
  expect(resolveShortcode(data, ':wave:', '🏿')).toBe('👋🏿');
  expect(resolveShortcode(data, ':wave::skin-tone-2:', '🏿')).toBe('👋🏻');
  expect(resolveShortcode(data, ':tada:', '🏿')).toBe('🎉');
});

test('each shortcode belongs to one emoji and finds it', () => {
  for (const { emoji, shortcodes } of data.groups.flat())
    for (const shortcode of shortcodes)
      expect([shortcode, resolve(`:${shortcode}:`)]).toEqual([shortcode, emoji]);
});
