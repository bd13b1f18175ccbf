import { isEmoji } from '@snug/protocol';
import { expect, test } from 'vitest';
import { loadEmojiData } from './emoji-data.ts';
import { searchEmoji } from './search-emoji.ts';

async function search(query: string): Promise<string[]> {
  return searchEmoji(await loadEmojiData(), query, 8).map(({ emoji }) => emoji);
}

test('a shortcode finds its emoji first', async () => {
  expect((await search('tada'))[0]).toBe('🎉');
  expect((await search('+1'))[0]).toBe('👍');
  expect((await search('heart'))[0]).toBe('❤️');
  expect((await search('smile'))[0]).toBe('😄');
});

test('words of the name and tags find an emoji, in any order', async () => {
  expect(await search('party')).toContain('🎉');
  expect(await search('face joy')).toContain('😂');
  expect(await search('germany')).toContain('🇩🇪');
  expect(await search('xyzzy')).toEqual([]);
  expect(await search(' : ')).toEqual([]);
});

test('every emoji of the picker is one that the server stores, once, with a name and a shortcode', async () => {
  const { groups, byEmoji } = await loadEmojiData();
  const all = groups.flat();
  expect(groups.length).toBe(9);
  expect(all.length).toBeGreaterThan(1_800);
  expect(byEmoji.size).toBe(all.length);
  for (const { emoji, name, shortcodes } of all)
    expect([
      emoji,
      isEmoji(emoji),
      name !== '',
      shortcodes.every(code => /^[a-z0-9+_-]+$/.test(code)),
    ]).toEqual([emoji, true, true, true]);
});
