import { expect, test } from 'vitest';
import { HEART, isEmoji } from './emoji.ts';

test('M7 an emoji is one fully qualified sequence of Unicode’s list for interchange', () => {
  expect(HEART).toBe('\u{2764}\u{fe0f}');
  const emoji = [
    HEART,
    '👍',
    '👍🏽',
    '👨‍👩‍👧‍👦',
    '👩🏽‍❤️‍💋‍👨🏿',
    '🇩🇪',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '1️⃣',
    '☺️',
  ];
  for (const text of emoji) expect([text, isEmoji(text)]).toEqual([text, true]);
  const others = ['', '\u2764', '☺', '1', 'a', '👍👍', ' 👍', '👍\n', '🇩', '©', '\u200d', '👍'.repeat(100)];
  for (const text of others) expect([text, isEmoji(text)]).toEqual([text, false]);
});
