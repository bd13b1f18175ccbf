import { parseDatabaseUrl } from '../database-url.ts';

const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

const TRUST_HINT =
  'With sslmode, Snug checks the certificate. Add sslrootcert=/path/to/authority.pem to DATABASE_URL. In a network that you trust, sslmode=no-verify encrypts without that check.';
const HOST_HINT =
  'Enter a host of its certificate in DATABASE_URL, or give the server a certificate for this host.';
const NO_TLS_HINT =
  'Turn on ssl at the server. In a network that you trust, remove sslmode from DATABASE_URL.';
const NEEDS_TLS_HINT = 'Add sslmode=verify-full to DATABASE_URL.';
const SOCKET_HINT = 'Check that PostgreSQL runs, and that its unix_socket_directories has the folder.';

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH']);
const ADDRESS_HINT = 'Check its host and port, and that PostgreSQL runs there.';

/** The next step after a failed connection, if Snug knows one. */
export function getConnectHint(error: unknown, url: string): string | undefined {
  const { code = '', message = '', path } = error as { code?: string; message?: string; path?: string };
  if (UNTRUSTED.has(code)) return TRUST_HINT;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return HOST_HINT;
  if (message.includes('does not support SSL')) return NO_TLS_HINT;
  if (/no pg_hba\.conf entry .*no encryption/.test(message)) return NEEDS_TLS_HINT;
  const file = path && findTlsFile(path, url);
  if (file) return `Snug must be able to read the file ${file} of DATABASE_URL.`;
  if (path?.includes('.s.PGSQL.') || message.includes('.s.PGSQL.')) return SOCKET_HINT;
  return UNREACHABLE.has(code) ? ADDRESS_HINT : undefined;
}

function findTlsFile(path: string, url: string): string | undefined {
  const parameters = parseDatabaseUrl(url)?.searchParams;
  return ['sslrootcert', 'sslcert', 'sslkey'].find(name => parameters?.get(name) === path);
}
