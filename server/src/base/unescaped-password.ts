export const ESCAPES = 'In its password, write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25';

/** Whether a character of the password has ended the host: the rest of the password, and the real host, come after it. */
export function hasUnescapedPassword({ hash, pathname, search }: URL): boolean {
  return hash !== '' || pathname.includes('@') || /^\?[^=]*@/.test(search);
}
