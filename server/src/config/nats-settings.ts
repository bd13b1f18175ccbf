import { X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import * as v from 'valibot';

export interface NatsSettings {
  /** Host and port of each. */
  servers: readonly string[];
  user?: { name: string; password: string } | undefined;
  token?: string | undefined;
  /** A file of credentials: a user JWT and its seed. */
  creds?: string | undefined;
  /** PEM. Undefined without TLS. */
  tls?: { ca?: string | undefined; cert?: string | undefined; key?: string | undefined } | undefined;
}

interface Address {
  server: string;
  isTls: boolean;
  user: string;
  password: string;
}

const DEFAULT_PORT = '4222';
const SCHEMES = ['nats:', 'tls:'];
const MAX_SERVERS = 16;

const addresses = v.pipe(
  v.string(),
  v.check(
    text => parseAddresses(text) !== undefined,
    'must be addresses such as nats://nats.example.org:4222 or tls://nats.example.org, separated by commas',
  ),
  v.transform(text => parseAddresses(text) ?? []),
  v.check(
    ([first, ...others]) =>
      others.every(
        other =>
          other.isTls === first?.isTls && other.user === first.user && other.password === first.password,
      ),
    'must have the same scheme, user and password in each address',
  ),
);

function pem(label: RegExp, kind: string) {
  return v.optional(v.pipe(v.string(), v.regex(label, `must be ${kind} in PEM format`)));
}

export const NATS_VARIABLES = {
  NATS_URL: v.optional(addresses),
  NATS_TOKEN: v.optional(v.string()),
  NATS_CREDS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/-----BEGIN NATS USER JWT-----/, 'must be the content of a file of credentials'),
    ),
  ),
  NATS_CA: pem(/-----BEGIN CERTIFICATE-----/, 'certificates'),
  NATS_CERT: pem(/-----BEGIN CERTIFICATE-----/, 'a certificate'),
  NATS_KEY: pem(/-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----/, 'a private key'),
};

type NatsVariables = v.InferOutput<v.ObjectSchema<typeof NATS_VARIABLES, undefined>>;

function parseAddresses(text: string): Address[] | undefined {
  const parts = text.split(',').map(part => part.trim());
  if (parts.length > MAX_SERVERS || !parts.every(isAddress)) return undefined;
  return parts.map(part => {
    const { hostname, port, protocol, username, password } = new URL(part);
    return {
      server: `${hostname}:${port || DEFAULT_PORT}`,
      isTls: protocol === 'tls:',
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
    };
  });
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
  return (
    SCHEMES.includes(protocol) &&
    hostname !== '' &&
    ['', '/'].includes(pathname) &&
    search === '' &&
    hash === '' &&
    (username === '') === (password === '') &&
    canRun(() => decodeURIComponent(username + password))
  );
}

/** One sentence for the operator; undefined if the settings fit together. */
export function findIncompleteNats(
  { NATS_URL: url, NATS_TOKEN, NATS_CREDS, NATS_CA, NATS_CERT, NATS_KEY }: NatsVariables,
  databaseUrl: string | undefined,
): string | undefined {
  const others = { NATS_TOKEN, NATS_CREDS, NATS_CA, NATS_CERT, NATS_KEY };
  const [other] = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const [first] = url ?? [];
  if (!first) return other && `${other} needs NATS_URL.`;
  if (databaseUrl === undefined)
    return 'NATS_URL needs DATABASE_URL: a server with its database in the data folder is alone.';
  const ways = [first.user !== '', NATS_TOKEN !== undefined, NATS_CREDS !== undefined].filter(Boolean);
  if (ways.length > 1) return 'Set one of NATS_TOKEN, NATS_CREDS, and a user in NATS_URL.';
  if ((NATS_CERT === undefined) !== (NATS_KEY === undefined))
    return 'NATS_CERT and NATS_KEY need each other.';
  const files = { NATS_CA, NATS_CERT, NATS_KEY };
  const [file] = Object.entries(files).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (file !== undefined && !first.isTls)
    return `${file} needs addresses in NATS_URL that begin with tls://.`;
  return findUnusableFiles(files);
}

function findUnusableFiles({
  NATS_CA: ca,
  NATS_CERT: cert,
  NATS_KEY: key,
}: Pick<NatsVariables, 'NATS_CA' | 'NATS_CERT' | 'NATS_KEY'>): string | undefined {
  if (ca !== undefined && !canRun(() => new X509Certificate(ca)))
    return 'NATS_CA has a certificate that cannot be read.';
  const canUse = (files: SecureContextOptions) => canRun(() => createSecureContext(files));
  if (!canUse({ cert })) return 'NATS_CERT has a certificate that cannot be read.';
  if (!canUse({ key })) return 'NATS_KEY has a key that cannot be read. It must have no password.';
  return canUse({ cert, key }) ? undefined : 'NATS_KEY is not the key of NATS_CERT.';
}

function canRun(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}

/** Undefined without a message broker, as by default. */
export function readNatsSettings({
  NATS_URL: url,
  NATS_TOKEN: token,
  NATS_CREDS: creds,
  NATS_CA: ca,
  NATS_CERT: cert,
  NATS_KEY: key,
}: NatsVariables): NatsSettings | undefined {
  const [first] = url ?? [];
  if (!first) return undefined;
  const { user: name, password, isTls } = first;
  return {
    servers: (url ?? []).map(({ server }) => server),
    user: name === '' ? undefined : { name, password },
    token,
    creds,
    tls: isTls ? { ca, cert, key } : undefined,
  };
}
