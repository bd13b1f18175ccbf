import type { BetterAuthOptions } from 'better-auth';

type CookieSettings = Pick<
  NonNullable<BetterAuthOptions['advanced']>,
  'cookiePrefix' | 'useSecureCookies' | 'defaultCookieAttributes'
>;

/**
 * SameSite is Lax, because the return from a provider begins on the provider's page. With https, the prefix `__Host-` keeps
 * other hosts of the domain, and pages without TLS, from setting the cookies (RFC 6265bis, 4.1.3.2).
 */
export function getCookieSettings(origin: string): CookieSettings {
  return {
    cookiePrefix: getCookiePrefix(origin),
    // The library's prefix is `__Secure-`, which lets other hosts of the domain set the cookie.
    useSecureCookies: false,
    defaultCookieAttributes: { secure: isSecure(origin), httpOnly: true, sameSite: 'lax', path: '/' },
  };
}

/** With the port, if it is not the default one: browsers send a cookie to every port of its host. */
export function getCookiePrefix(origin: string): string {
  const { port } = new URL(origin);
  return getOldCookiePrefix(origin) + (port === '' ? '' : `-${port}`);
}

/** Of all names until 0.4.0. */
export function getOldCookiePrefix(origin: string): string {
  return isSecure(origin) ? '__Host-snug' : 'snug';
}

function isSecure(origin: string): boolean {
  return origin.startsWith('https:');
}

export function getSessionCookieName(origin: string): string {
  return `${getCookiePrefix(origin)}.session_token`;
}

/** The value of a `Set-Cookie` header. `value`: without the characters that end a cookie. `maxAgeS`: 0 removes it. */
export function serializeCookie(origin: string, name: string, value: string, maxAgeS: number): string {
  const { defaultCookieAttributes: attributes } = getCookieSettings(origin);
  const parts = [`${name}=${value}`, `Max-Age=${maxAgeS}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  return [...parts, ...(attributes?.secure ? ['Secure'] : [])].join('; ');
}
