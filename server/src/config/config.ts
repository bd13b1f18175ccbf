import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { DEFAULT_MAX_FILE_BYTES, SETTINGS } from '@snug/protocol';
import * as v from 'valibot';
import { StartError } from '../base/start-error.ts';
import { databaseUrl } from '../db/database-url.ts';
import { LARGEST_FILES, RATE_VARIABLES, type Rates, readRates } from '../limits/default-rates.ts';
import {
  findIncompleteMail,
  MAIL_VARIABLES,
  type MailSettings,
  readMailSettings,
} from '../mail/mail-settings.ts';
import type { FixedSettings } from '../workspace/settings/settings.ts';
import { DEFAULT_HOST, DEFAULT_PORT, toHost } from './listen-address.ts';
import { METRICS_VARIABLES, type MetricsSettings, readMetricsSettings } from './metrics-settings.ts';
import { findIncompleteNats, NATS_VARIABLES, type NatsSettings, readNatsSettings } from './nats-settings.ts';
import {
  findIncompleteProvider,
  PROVIDER_VARIABLES,
  type ProviderSettings,
  readProviders,
} from './provider-settings.ts';
import { findIncompleteS3, readS3Settings, S3_VARIABLES, type S3Settings } from './s3-settings.ts';
import { isSecret, readSecretFiles } from './secret-files.ts';

const port = v.pipe(
  v.string(),
  v.regex(/^\d+$/, 'must be a port number'),
  v.transform(Number),
  v.minValue(1, 'must be 1 or more'),
  v.maxValue(65_535, 'must be 65535 or less'),
);

const MIN_FILE_BYTES = 1_000;
const MAX_FILE_BYTES = 10_000_000_000;

const fileBytes = v.pipe(
  v.string(),
  v.regex(/^\d{1,15}$/, 'must be a number of bytes'),
  v.transform(Number),
  v.minValue(MIN_FILE_BYTES, `must be ${MIN_FILE_BYTES} or more`),
  v.maxValue(MAX_FILE_BYTES, `must be ${MAX_FILE_BYTES} or less`),
);

const count = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,8}$/, 'must be a number, 1 or more'),
  v.transform(Number),
);

const seconds = v.pipe(
  v.string(),
  v.regex(/^\d{1,2}$/, 'must be a number of seconds, at most 99'),
  v.transform(Number),
);

const origin = v.pipe(
  v.string(),
  v.check(
    value => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    'must be an http or https address',
  ),
  v.check(value => !/[*,]/.test(value), 'must be one address, without * and commas'),
  v.check(value => new URL(value).pathname === '/', 'must have no path'),
  v.transform(value => new URL(value).origin),
);

const listenHost = v.pipe(
  v.string(),
  v.transform(toHost),
  v.check(
    host => isIP(host) !== 0 || !/[\s/:"']/.test(host),
    'must be an IP address or a name, without quotes and a port, which PORT has',
  ),
);

const addressList = v.pipe(
  v.string(),
  v.check(
    text => splitList(text).every(isAddress),
    'must be IP addresses, or ranges such as 10.0.0.0/8, separated by commas',
  ),
);

const addresses = v.pipe(addressList, v.transform(splitList));

const proxies = v.pipe(
  addressList,
  v.check(
    text => !splitList(text).some(isEverything),
    'must name proxies. If it named all addresses, all people could choose theirs',
  ),
  v.transform(splitList),
);

const dataFolder = v.pipe(
  v.string(),
  v.check(isPath, 'must be the whole path of a folder. Only a shell replaces ~, variables and quotes'),
  v.check(
    path => path === path.trim() && !/\p{Cc}/u.test(path),
    'must not begin or end with white space, and must have no line ends',
  ),
);

const MEGABYTE = 1024 * 1024;
const DEFAULT_QUOTA_MB = 1_024;

/** Two intervals of a proxy's health checks. */
const CLUSTER_DRAIN_S = 2;

const Environment = v.object({
  PORT: v.optional(port, String(DEFAULT_PORT)),
  HOST: v.optional(listenHost, DEFAULT_HOST),
  SNUG_URL: v.optional(origin),
  SNUG_DATA: v.optional(dataFolder, './data'),
  DATABASE_URL: v.optional(databaseUrl),
  SNUG_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  SNUG_MAX_FILE_BYTES: v.optional(fileBytes, String(DEFAULT_MAX_FILE_BYTES)),
  SNUG_QUOTA_MB: v.optional(count),
  SNUG_NAME: v.optional(SETTINGS.workspace_name.value),
  SNUG_ACCENT_COLOUR: v.optional(SETTINGS.accent_colour.value),
  SNUG_SIGN_UP: v.optional(SETTINGS.sign_up.value),
  SNUG_OPEN_ROOMS: v.optional(SETTINGS.open_rooms.value),
  SNUG_BOTS: v.optional(SETTINGS.bots.value),
  SNUG_GUESTS: v.optional(SETTINGS.guests.value),
  SNUG_SEARCH: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  SNUG_PUSH: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  SNUG_DRAIN_SECONDS: v.optional(seconds),
  SNUG_RATE_LIMITS: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  SNUG_TRUSTED_PROXIES: v.optional(proxies),
  SNUG_OUTBOUND_ALLOW: v.optional(addresses),
  SNUG_MAX_SOCKETS: v.optional(count, '50'),
  SNUG_MAX_ADDRESS_SOCKETS: v.optional(count, '1000'),
  ...RATE_VARIABLES,
  ...PROVIDER_VARIABLES,
  ...MAIL_VARIABLES,
  ...METRICS_VARIABLES,
  ...S3_VARIABLES,
  ...NATS_VARIABLES,
  LOG_LEVEL: v.optional(
    v.picklist(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
    'info',
  ),
});

export interface MaxSockets {
  perPerson: number;
  perAddress: number;
}

export interface Config {
  port: number;
  host: string;
  /** The public addresses of Snug: scheme, host and port. Snug uses the first one in links. */
  origins: [string, ...string[]];
  /** Whether the public address is a guess, although other machines can connect. */
  isUrlMissing: boolean;
  data: string;
  /** The database on a PostgreSQL server. If undefined, the database is in the data folder. */
  databaseUrl: string | undefined;
  /** Signs the session cookies. If undefined, the first start creates one in the data folder. */
  secret: string | undefined;
  /** Largest file, in bytes. */
  maxFileBytes: number;
  /** Bytes of all files of one person. */
  quota: number;
  /** The settings that workspace admins cannot change, because the environment has them. */
  fixed: FixedSettings;
  /** Addresses or ranges of proxies whose forwarding headers are trusted. */
  trustedProxies: string[];
  /** Addresses and ranges that are not public, to which outgoing webhooks and pushes may connect. */
  outboundAllow: string[];
  /** Whether messages can be searched. */
  isSearchOn: boolean;
  /** Whether devices receive pushes. */
  isPushOn: boolean;
  /** Undefined for no limits. */
  rates: Rates | undefined;
  sockets: MaxSockets;
  /** Time between the first failure of `/readyz` and the end of the sockets, when the server stops. */
  drainMs: number;
  providers: ProviderSettings[];
  /** Undefined without a mail server. */
  mail: MailSettings | undefined;
  /** The store of the files. If undefined, they are in the data folder. */
  s3: S3Settings | undefined;
  /** Undefined without metrics. */
  metrics: MetricsSettings | undefined;
  /** The message broker of several servers. Undefined if the database carries all events. */
  nats: NatsSettings | undefined;
  logLevel: string;
  /** Names with Snug's prefix that this version does not read: misspelled ones, for example. */
  unknownSettings: string[];
  /** Names of settings with quotes around their value, which belong to it. */
  quotedSettings: string[];
}

/** A variable without a visible character counts as unset. Throws a `StartError` that names the invalid setting. */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const env = readSecretFiles(
    Object.fromEntries(Object.entries(variables).filter(([, value]) => !isBlank(value))),
    Object.keys(Environment.entries),
  );
  const parsed = v.safeParse(Environment, env, { abortPipeEarly: true });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const name = v.getDotPath(issue);
    // The error must not contain a secret or a password, even an invalid one.
    const value = isSecret(name ?? '') ? '' : ` is ${JSON.stringify(issue.input)}:`;
    throw new StartError(`${name}${value} ${issue.message}.`);
  }
  const values = parsed.output;
  const isLimited = values.SNUG_RATE_LIMITS === 'on';
  const { SNUG_MAX_FILE_BYTES: maxFileBytes } = values;
  const rates = isLimited ? readRates(values, maxFileBytes) : undefined;
  const quota = readQuota(values.SNUG_QUOTA_MB, maxFileBytes);
  const problem =
    findUnknownLimit(env) ??
    findIncompleteProvider(values) ??
    findIncompleteMail(values) ??
    findIncompleteS3(values) ??
    findMissingSecret(values.DATABASE_URL, values.SNUG_SECRET) ??
    findIncompleteNats(values, values.DATABASE_URL) ??
    (env.SNUG_MAX_FILE_BYTES && findSmallerLimit(maxFileBytes, quota, rates));
  if (problem) throw new StartError(problem);
  return {
    port: values.PORT,
    host: values.HOST,
    origins: values.SNUG_URL ? [values.SNUG_URL] : loopbackOrigins(values.PORT),
    isUrlMissing: values.SNUG_URL === undefined && !isLoopback(values.HOST),
    data: resolve(values.SNUG_DATA),
    databaseUrl: values.DATABASE_URL,
    secret: values.SNUG_SECRET,
    maxFileBytes,
    quota,
    fixed: readFixed(values),
    trustedProxies: values.SNUG_TRUSTED_PROXIES ?? [],
    outboundAllow: values.SNUG_OUTBOUND_ALLOW ?? [],
    isSearchOn: values.SNUG_SEARCH === 'on',
    isPushOn: values.SNUG_PUSH === 'on',
    rates,
    sockets: {
      perPerson: isLimited ? values.SNUG_MAX_SOCKETS : Number.POSITIVE_INFINITY,
      perAddress: isLimited ? values.SNUG_MAX_ADDRESS_SOCKETS : Number.POSITIVE_INFINITY,
    },
    drainMs: (values.SNUG_DRAIN_SECONDS ?? (values.DATABASE_URL === undefined ? 0 : CLUSTER_DRAIN_S)) * 1_000,
    providers: readProviders(values),
    mail: readMailSettings(values),
    s3: readS3Settings(values),
    metrics: readMetricsSettings(values),
    nats: readNatsSettings(values),
    logLevel: values.LOG_LEVEL,
    unknownSettings: listUnknownSettings(variables),
    quotedSettings: listQuotedSettings(env),
  };
}

function isBlank(value: string | undefined): boolean {
  return value === undefined || value.trim() === '';
}

function readFixed(values: v.InferOutput<typeof Environment>): FixedSettings {
  return {
    workspace_name: values.SNUG_NAME,
    accent_colour: values.SNUG_ACCENT_COLOUR,
    sign_up: values.SNUG_SIGN_UP,
    open_rooms: values.SNUG_OPEN_ROOMS,
    bots: values.SNUG_BOTS,
    guests: values.SNUG_GUESTS,
  };
}

/** All servers on one database need the same secret. */
function findMissingSecret(databaseUrl: string | undefined, secret: string | undefined): string | undefined {
  if (databaseUrl === undefined || secret !== undefined) return undefined;
  return 'DATABASE_URL needs SNUG_SECRET, with the same value for all servers.';
}

function readQuota(megabytes: number | undefined, maxFileBytes: number): number {
  if (megabytes !== undefined) return megabytes * MEGABYTE;
  return Math.max(DEFAULT_QUOTA_MB * MEGABYTE, LARGEST_FILES * maxFileBytes);
}

/** Nobody could upload the largest file. */
function findSmallerLimit(maxFileBytes: number, quota: number, rates: Rates | undefined): string | undefined {
  if (quota < maxFileBytes) return 'SNUG_QUOTA_MB is less than SNUG_MAX_FILE_BYTES.';
  if (rates && rates.upload_bytes.burst < maxFileBytes)
    return 'SNUG_LIMIT_UPLOAD_BYTES allows less than SNUG_MAX_FILE_BYTES at once.';
  return undefined;
}

/** A misspelled or renamed limit would leave the default in force. */
function findUnknownLimit(env: NodeJS.ProcessEnv): string | undefined {
  const unknown = Object.keys(env).find(name => name.startsWith('SNUG_LIMIT_') && !(name in RATE_VARIABLES));
  return unknown && `${unknown} is not a setting of this version. docs/self-hosting.md lists the limits.`;
}

/** Of the compose files, which pass on all settings, and of the command `snug` of an archive. */
const SETTINGS_OF_OTHERS = ['SNUG_TAG', 'SNUG_IMAGE', 'SNUG_MEMORY', 'SNUG_SETTINGS'];

function listUnknownSettings(env: NodeJS.ProcessEnv): string[] {
  const known = new Set([...Object.keys(Environment.entries), ...SETTINGS_OF_OTHERS]);
  const isKnown = (name: string) =>
    known.has(name) || (isSecret(name.replace(/_FILE$/, '')) && known.has(name.replace(/_FILE$/, '')));
  return Object.keys(env).filter(name => name.startsWith('SNUG_') && !isBlank(env[name]) && !isKnown(name));
}

/** Containers take the quotes of an env file as a part of the value. A shell, and `.env`, take them away. */
function listQuotedSettings(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(Environment.entries).filter(name => /^\s*(["'`]).*\1\s*$/s.test(env[name] ?? ''));
}

function loopbackOrigins(port: number): [string, ...string[]] {
  return [`http://localhost:${port}`, `http://127.0.0.1:${port}`, `http://[::1]:${port}`];
}

function isLoopback(host: string): boolean {
  return ['localhost', '::1'].includes(host) || (isIP(host) === 4 && host.startsWith('127.'));
}

/** Env files and containers take their values as they are. Such a folder would be a new, empty Snug. */
function isPath(text: string): boolean {
  return isAbsolute(text) || !/^(?:[~$%"'`]|[a-z]+:[\\/])/i.test(text);
}

function splitList(text: string): string[] {
  return text.split(',').map(part => part.trim());
}

function isAddress(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits);
  return maxBits > 0 && isRange && rest.length === 0;
}

function isEverything(range: string): boolean {
  return /\/0+$/.test(range);
}
