import { isEmoji } from '@snug/protocol';
import namesByEmoji from './shortcodes.json' with { type: 'json' };

const TONES = ['\u{1f3fb}', '\u{1f3fc}', '\u{1f3fd}', '\u{1f3fe}', '\u{1f3ff}'];
/** Of Slack, where 2 is the lightest: `::skin-tone-3`, and `::skin-tone-2-6` for two people. */
const SLACK_TONES = /::?skin-tone-([2-6])(?:-([2-6]))?$/;
/** Of Discord: `_tone1`. */
const DISCORD_TONE = /_tone([1-5])$/;
/** Of Mattermost, from the lightest. */
const MATTERMOST_TONES = [
  '_light_skin_tone',
  '_medium_light_skin_tone',
  '_medium_skin_tone',
  '_medium_dark_skin_tone',
  '_dark_skin_tone',
];

const HANDSHAKE = '\u{1f91d}';

const entries = Object.entries(namesByEmoji);
const emojiByName = new Map(
  entries.flatMap(([emoji, names]) => names.split(' ').map(name => [name, emoji] as const)),
);
const nameByEmoji = new Map(entries.map(([emoji, names]) => [removeTones(emoji), names.split(' ')[0] ?? '']));

/**
 * A standard emoji by the name that Slack, Mattermost, Discord or GitHub give it, without colons: `+1`, `wave::skin-tone-3`.
 * Undefined for others, which are emoji of the workspace.
 */
export function toEmoji(name: string): string | undefined {
  const { base, tones } = splitTones(name);
  const emoji =
    emojiByName.get(base) ??
    emojiByName.get(base.replaceAll('-', '_')) ??
    emojiByName.get(base.replaceAll('_', '-'));
  return emoji && (addTones(emoji, tones) ?? emoji);
}

/** Slack's name of a standard emoji, with its skin tone. Undefined for an emoji that Slack does not have. */
export function toShortcode(emoji: string): string | undefined {
  const name = nameByEmoji.get(removeTones(emoji));
  if (name === undefined) return undefined;
  const tones = Array.from(emoji, sign => TONES.indexOf(sign) + 2).filter(tone => tone > 1);
  const [first] = tones;
  if (first === undefined) return name;
  return `${name}::skin-tone-${tones.every(tone => tone === first) ? first : tones.join('-')}`;
}

function removeTones(emoji: string): string {
  return emoji.replaceAll(/[\p{Emoji_Modifier}\ufe0f]/gu, '');
}

function splitTones(name: string): { base: string; tones: string[] } {
  const slack = SLACK_TONES.exec(name);
  if (slack) {
    const numbers = slack.slice(1).filter(number => number !== undefined);
    return {
      base: name.slice(0, slack.index),
      tones: numbers.map(number => TONES[Number(number) - 2] ?? ''),
    };
  }
  const discord = DISCORD_TONE.exec(name);
  if (discord) return { base: name.slice(0, discord.index), tones: [TONES[Number(discord[1]) - 1] ?? ''] };
  // The longest first: `_skin_tone` of the others ends all of them.
  for (const [index, ending] of MATTERMOST_TONES.entries())
    if (name.endsWith(ending) && !name.slice(0, -ending.length).endsWith('_medium'))
      return { base: name.slice(0, -ending.length), tones: [TONES[index] ?? ''] };
  return { base: name, tones: [] };
}

/** Undefined if the emoji has no such form. */
function addTones(emoji: string, [first, second = first]: readonly string[]): string | undefined {
  if (first === undefined || second === undefined) return undefined;
  const signs = Array.from(emoji);
  // People have the tones, and not the hands between them, which alone could have one.
  const bases = signs.filter(isBase);
  const people = bases.length > 1 ? bases.filter(sign => sign !== HANDSHAKE) : bases;
  return [people, people.slice(0, 1)].map(toned => addTo(signs, toned, [first, second])).find(isEmoji);
}

function addTo(signs: readonly string[], toned: readonly string[], tones: readonly string[]): string {
  let count = 0;
  return signs
    .flatMap((sign, index) => {
      const isToned = toned[count] === sign;
      // A tone replaces U+FE0F.
      if (sign === '\ufe0f' && index > 0 && toned[count - 1] === signs[index - 1]) return [];
      return isToned ? [sign, tones[count++] ?? tones[0] ?? ''] : [sign];
    })
    .join('');
}

function isBase(sign: string): boolean {
  return /^\p{Emoji_Modifier_Base}$/u.test(sign);
}
