import type { BetterAuthOptions } from 'better-auth';

type CookieSettings = Pick<
  NonNullable<BetterAuthOptions['advanced']>,
  'cookiePrefix' | 'useSecureCookies' | 'defaultCookieAttributes'
>;

/**
 * How cookies are named and kept, for a public address. HttpOnly and SameSite=Lax always; Lax and not Strict, because the
 * way back from a provider begins on its page. Where the address is https, no other host of the domain and no
 * page without TLS can set them (`__Host-`: Secure, Path=/ and no Domain, by RFC 6265bis, 4.1.3.2).
 */
export function getCookieSettings(origin: string): CookieSettings {
  const isSecure = origin.startsWith('https:');
  return {
    cookiePrefix: isSecure ? '__Host-snug' : 'snug',
    // The library's own prefix is the weaker one, which other hosts of the domain can set.
    useSecureCookies: false,
    defaultCookieAttributes: { secure: isSecure, httpOnly: true, sameSite: 'lax', path: '/' },
  };
}

/** The cookie that a session is known by. */
export function getSessionCookieName(origin: string): string {
  return `${getCookieSettings(origin).cookiePrefix}.session_token`;
}
