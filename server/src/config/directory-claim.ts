import * as v from 'valibot';

/** What a claim of a person must contain, such as `groups=chat` or `realm_access.roles=chat`. */
export interface DirectoryClaim {
  /** The name of the claim. Dots lead into objects. */
  path: string;
  value: string;
}

const MAX_LENGTH = 200;

export const directoryClaim = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`),
  v.regex(/^[^=]+=.+$/, 'must be a claim and its value, such as groups=chat'),
  v.transform((text): DirectoryClaim => {
    // Values such as `cn=chat,ou=groups` contain the sign, too.
    const at = text.indexOf('=');
    return { path: text.slice(0, at).trim(), value: text.slice(at + 1).trim() };
  }),
);
