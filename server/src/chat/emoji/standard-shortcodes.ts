import groups from './standard-shortcodes.json' with { type: 'json' };

/** Discord writes the skin tone of an emoji at its end. */
const TONE = /_tone[1-5]$/;

const shortcodes: ReadonlySet<string> = new Set(groups.flatMap(group => group.split(' ')));

/** Programs that check counts by name leave out these keys, because they could change what an object inherits. */
const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a standard emoji has this name between colons, as composers of Snug and pasted texts resolve it, or none can have it. */
export function isReservedShortcode(name: string): boolean {
  return UNSAFE_KEYS.has(name) || isKnown(name) || (TONE.test(name) && isKnown(name.replace(TONE, '')));
}

/** Other programs write a hyphen in place of an underscore. */
function isKnown(name: string): boolean {
  return shortcodes.has(name) || shortcodes.has(name.replaceAll(/(?<=.)-/g, '_'));
}
