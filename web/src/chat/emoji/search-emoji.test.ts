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

const custom = [
  { emoji: ':partyparrot:', name: 'partyparrot', shortcodes: ['partyparrot', 'bird_dance'], tags: [] },
  { emoji: ':tada-cat:', name: 'tada-cat', shortcodes: ['tada-cat'], tags: [] },
  { emoji: ':nope:', name: 'nope', shortcodes: ['nope'], tags: [] },
];

test('emoji of the workspace follow the exact shortcode, and are found by a part of any of their names', async () => {
  const data = await loadEmojiData();
  const search = (query: string) => searchEmoji(data, query, 8, custom).map(({ emoji }) => emoji);
  expect(search('tada').slice(0, 2)).toEqual(['🎉', ':tada-cat:']);
  expect(search('parrot')[0]).toBe('🦜');
  expect(search('parrot')[1]).toBe(':partyparrot:');
  expect(search('dance')).toContain(':partyparrot:');
  expect(search('bird_d')[0]).toBe(':partyparrot:');
  expect(search('nop')[0]).toBe(':nope:');
  expect(search('parrot')).not.toContain(':nope:');
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
