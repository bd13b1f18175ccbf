import * as v from 'valibot';
import { ESCAPES, hasUnescapedPassword } from '../base/unescaped-password.ts';

/** Those of libpq, and `no-verify` of Snug's library. */
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

export const databaseUrl = v.pipe(
  v.string(),
  // The client library takes an address after a space for the name of a database.
  v.trim(),
  v.check(
    text => parseDatabaseUrl(text) !== undefined,
    `must be an address such as postgres://user:password@host/database, or postgres:///database?host=/run/postgresql. ${ESCAPES}`,
  ),
  v.check(
    text => SSL_MODES.includes(parseDatabaseUrl(text)?.searchParams.get('sslmode') ?? 'disable'),
    `has an unknown sslmode. It must be one of ${SSL_MODES.join(', ')}`,
  ),
);

/** Undefined for other texts. A user before an empty host is common for a socket, and no valid URL. */
export function parseDatabaseUrl(text: string): URL | undefined {
  const url = URL.parse(text) ?? URL.parse(text.replace('@/', '@localhost/'));
  return url && /^postgres(ql)?:$/.test(url.protocol) && !hasUnescapedPassword(url) ? url : undefined;
}
