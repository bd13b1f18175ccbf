import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The token of the session that a `Cookie` header names, where the accounts library signed it with this secret: the
 * cookie's value is `<token>.<HMAC-SHA-256 of the token, in base64>`, percent-encoded. Undefined where it is absent or
 * forged. Whoever this lets in the library would, too; it costs a tenth.
 */
export function readSessionToken(header: string, name: string, secret: string): string | undefined {
  const value = readCookieValue(header, name);
  const end = value.lastIndexOf('.');
  if (end < 1) return undefined;
  const token = value.slice(0, end);
  const signature = Buffer.from(value.slice(end + 1));
  const expected = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'));
  // In constant time: how much of a guess is right must not show.
  const isSigned = signature.length === expected.length && timingSafeEqual(signature, expected);
  return isSigned ? token : undefined;
}

/** Of several cookies of that name the first counts, as for the library; empty where there is none. */
function readCookieValue(header: string, name: string): string {
  const pair = header
    .split(';')
    .map(part => part.trim())
    .find(part => part.startsWith(`${name}=`));
  try {
    return decodeURIComponent(pair?.slice(name.length + 1) ?? '');
  } catch {
    return '';
  }
}
