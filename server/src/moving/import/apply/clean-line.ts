import { cleanName, isVisible } from '@snug/protocol';

/** One line of at most `max` UTF-16 units, as people can type it; empty if nothing would be visible. */
export function toSingleLine(text: string, max: number): string {
  const line = cleanName(text.toWellFormed().replaceAll(/[\s\p{Cc}]+/gu, ' '));
  const fitting = cutText(line, max).trim();
  return isVisible(fitting) ? fitting : '';
}

/** At most `max` UTF-16 units, with whole characters. */
export function cutText(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}

/** Ms since 1970, at most `now`. Undefined if the text is no time. */
export function toPastTime(text: string | undefined, now: number): number | undefined {
  return text === undefined ? undefined : clampToPast(Date.parse(text), now);
}

/** Undefined for NaN. */
export function clampToPast(at: number, now: number): number | undefined {
  return Number.isFinite(at) ? Math.min(Math.max(at, 0), now) : undefined;
}
