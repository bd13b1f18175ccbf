import { userInfo } from 'node:os';
import { parseDatabaseUrl } from '../database-url.ts';

/** These modes verify as `verify-full` does, and the library prints a warning about that. */
const VERIFYING_MODE = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;

/** The address for the library, which does not know the user of the operating system in every environment. */
export function toClientAddress(url: string): string {
  const address = withUser(url);
  const hasLibpqModes = parseDatabaseUrl(url)?.searchParams.get('uselibpqcompat') === 'true';
  return hasLibpqModes ? address : address.replace(VERIFYING_MODE, '$1verify-full');
}

/** A socket's server knows people by the users of their processes. */
function withUser(url: string): string {
  const parsed = parseDatabaseUrl(url);
  const hasUser = parsed?.username || parsed?.searchParams.has('user') || process.env.PGUSER;
  if (!parsed || hasUser) return url;
  return `${url}${parsed.search ? '&' : '?'}user=${encodeURIComponent(userInfo().username)}`;
}
