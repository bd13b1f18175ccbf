import groups from './standard-shortcodes.json' with { type: 'json' };

/** Discord writes the skin tone of an emoji at its end. */
const TONE = /_tone[1-5]$/;

const shortcodes: ReadonlySet<string> = new Set(groups.flatMap(group => group.split(' ')));

/** Whether a standard emoji has this name between colons, as composers of Snug and pasted texts resolve it. */
export function isStandardShortcode(name: string): boolean {
  return isKnown(name) || (TONE.test(name) && isKnown(name.replace(TONE, '')));
}

/** Other programs write a hyphen in place of an underscore. */
function isKnown(name: string): boolean {
  return shortcodes.has(name) || shortcodes.has(name.replaceAll(/(?<=.)-/g, '_'));
}
