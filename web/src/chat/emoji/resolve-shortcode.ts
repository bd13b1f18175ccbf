import type { EmojiData } from './emoji-data.ts';
import { applyTone, SKIN_TONES, type SkinTone } from './skin-tone.ts';
import { stripTone } from './strip-tone.ts';

/** Slack counts its skin tones from 2. */
const SLACK_TONE = /[:：]skin-tone-([2-6])[:：]$/i;
/** As Discord names them. */
const DISCORD_TONE = /_tone([1-5])$/;

/**
 * The emoji of a name with colons, as GitHub, Slack or Discord write it; undefined if there is none. `tone`: of an emoji without
 * a skin tone in its name.
 */
export function resolveShortcode(data: EmojiData, shortcode: string, tone?: SkinTone): string | undefined {
  const slackTone = readTone(shortcode);
  const [, first = ''] = /^[:：]([^:：]+)[:：]/.exec(shortcode) ?? [];
  const name = first.toLowerCase();
  const discordTone = DISCORD_TONE.exec(name);
  const known = findEmoji(data, name);
  if (known !== undefined) return applyTone(known, slackTone ?? tone);
  const base = discordTone ? findEmoji(data, name.slice(0, discordTone.index)) : undefined;
  if (base === undefined) return undefined;
  const toned = applyTone(base, SKIN_TONES[Number(discordTone?.[1])]);
  return toned === base ? undefined : toned;
}

/** The skin tone that Slack writes after an emoji: ":skin-tone-3:". */
export function readTone(shortcode: string): SkinTone {
  return SKIN_TONES[Number(SLACK_TONE.exec(shortcode)?.[1] ?? 1) - 1];
}

/** The emoji with this skin tone instead of its own; undefined if it has no tones. */
export function replaceTone(emoji: string, tone: SkinTone): string | undefined {
  const base = stripTone(emoji);
  const toned = applyTone(base, tone);
  return toned === base ? undefined : toned;
}

function findEmoji({ byShortcode }: EmojiData, name: string): string | undefined {
  return (byShortcode.get(name) ?? byShortcode.get(name.replaceAll(/(?<=.)-/g, '_')))?.emoji;
}
