import { createRequire } from 'node:module';
import { isEmoji } from '@snug/protocol';
import { expect, test } from 'vitest';
import { toEmoji, toShortcode } from './shortcodes.ts';

const require = createRequire(new URL('../../../../scripts/emoji.ts', import.meta.url));

function readNames(set: string): string[] {
  const codes: Record<string, string | string[]> = require(`emojibase-data/en/shortcodes/${set}.json`);
  return Object.values(codes).flat();
}

test('knows the names of Slack, GitHub, Discord and Mattermost, with and without a skin tone', () => {
  const emoji = {
    '+1': '👍',
    thumbsup: '👍',
    heart: '\u2764\ufe0f',
    'wave::skin-tone-3': '👋🏼',
    'wave:skin-tone-6': '👋🏿',
    thumbsup_tone1: '👍🏻',
    wave_medium_light_skin_tone: '👋🏼',
    wave_light_skin_tone: '👋🏻',
    wave_medium_skin_tone: '👋🏽',
    wave_dark_skin_tone: '👋🏿',
    'point_up::skin-tone-2': '☝🏻',
    'man-running::skin-tone-4': '🏃🏽‍♂️',
    'people_holding_hands::skin-tone-2-6': '🧑🏻‍🤝‍🧑🏿',
    'people_holding_hands::skin-tone-5': '🧑🏾‍🤝‍🧑🏾',
    'flag-de': '🇩🇪',
    flag_de: '🇩🇪',
    white_check_mark: '✅',
    'rocket::skin-tone-3': '🚀',
  };
  expect(Object.fromEntries(Object.keys(emoji).map(name => [name, toEmoji(name)]))).toEqual(emoji);
});

test('every name of Slack is one emoji, and comes back as a name of the same emoji', () => {
  const names = readNames('iamcal').filter(name => !name.startsWith('skin-tone-'));
  expect(names.length).toBeGreaterThan(1900);
  const unknown = names.filter(name => {
    const emoji = toEmoji(name);
    return emoji === undefined || !isEmoji(emoji) || toEmoji(toShortcode(emoji) ?? '') !== emoji;
  });
  expect(unknown).toEqual([]);
});

test('other names are those of emoji of the workspace', () => {
  for (const name of ['partyparrot', '', 'constructor', '__proto__', 'wave::skin-tone-9'])
    expect([name, toEmoji(name)]).toEqual([name, undefined]);
  expect(toShortcode('x')).toBe(undefined);
});

test('names the skin tones of one person and of two', () => {
  expect(toShortcode('👋🏼')).toBe('wave::skin-tone-3');
  expect(toShortcode('🧑🏻‍🤝‍🧑🏿')).toBe('people_holding_hands::skin-tone-2-6');
  expect(toShortcode('❤️')).toBe('heart');
});
