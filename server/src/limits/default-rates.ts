import * as v from 'valibot';
import type { Rate } from './rate-limit.ts';

/** `<times>/<seconds>`, with `,<burst>` if the burst is smaller than `times`. */
const DEFAULT_RATES = {
  /** Wrong passwords, per account. */
  sign_in_failures: '5/1800',
  /** Per network address. */
  sign_in: '10/180',
  sign_up: '10/180',
  provider_sign_in: '30/60',
  /** Requested mails: per address of the receiver, and per network address. */
  mails: '5/3600',
  mail_requests: '10/3600',
  /** Mails about changes of an account, per address of the receiver. */
  notice_mails: '10/3600',
  /** Codes of two-step verification, per person: of the app, and recovery codes. */
  two_step_codes: '10/3600',
  /** All other account requests, such as reading the session. */
  accounts: '100/60',
  /** Links of invitations, and the sign-in page with one, per network address. */
  invites: '60/60,30',
  /** Links that lead nowhere, per person and per network address. */
  invite_failures: '20/600',
  /** Changes without a limit of their own, per person. */
  commands: '120/60,20',
  /** Per person, who may have several windows with many rooms that all reconnect at once. */
  reads: '600/60,400',
  /** Pages of history, the largest results. */
  history: '300/60,60',
  /** Searches for room names: the client sends one per pause in typing. */
  searches: '120/60,40',
  /** Searches in messages, which a client sends in the same way. */
  message_searches: '120/60,40',
  /** Bytes of the results of reads and history, counted after each result. */
  answer_bytes: '30000000/60,20000000',
  /** Messages and mentions that counts of unread ones examine, per person. */
  counted_rows: '600000/60,400000',
  sends: '60/60,10',
  /** Bytes of long messages: per person, and per room times the connections that have it open. */
  message_bytes: '600000/60,300000',
  room_bytes: '480000000/60,20000000',
  reactions: '120/60,20',
  /** Read cursors, per person. Ten of `set_reads` count as one. */
  cursors: '240/60,60',
  /** Reports of typing: per person, and per room. Those above the limit of the room are left out. */
  typing: '60/60,20',
  room_typing: '120/60,20',
  rooms: '1/60,10',
  /** New direct rooms, per person: strangers get a request for each. */
  conversations: '20/3600',
  avatars: '10/60',
  /** Pictures that become emoji, per person: a folder of them takes as long as its uploads. */
  emoji: '60/60,20',
  reports: '20/3600,10',
  /** Requests to the receivers of outgoing webhooks, per person. */
  webhook_tests: '10/60,5',
  /** Bytes of large bodies of incoming webhooks, per bot. */
  webhook_bytes: '600000/60,500000',
  /** Test pushes, per person. */
  push_tests: '3/60',
  /** Test mails, per person. */
  mail_tests: '10/600,5',
  /** Commands that change the ways to sign in, per person: each of them hashes a password. */
  sign_in_changes: '20/60',
  uploads: '60/60,20',
  upload_bytes: '1000000000/86400',
  /** Per network address, signed in: commands over HTTP, and uploads. Browsers use a socket. */
  requests: '600/60,100',
  /** Loaded pages with their data, per person. A browser may open many tabs at once. Further pages come without the data. */
  pages: '60/60,30',
  /** Per network address, signed in: files, avatars, and pages with embedded room data. */
  downloads: '3000/60,500',
  /** Bytes of files, per person. */
  download_bytes: '600000000/60,500000000',
  /** Archives of a person's data. */
  data_downloads: '6/3600,3',
  /** Exports of rooms, per person. */
  room_exports: '6/3600',
  /** The API documentation, per network address. */
  documents: '60/60,20',
  /** Opened sockets, per person. */
  sockets: '60/60,30',
  address_sockets: '600/60,200',
} as const;

/** By default, a person can upload and download so many of the largest files at once, if that is more. */
export const LARGEST_FILES = 10;
const FILE_LIMITS: ReadonlySet<LimitName> = new Set(['upload_bytes', 'download_bytes']);

export type LimitName = keyof typeof DEFAULT_RATES;
export type Rates = Readonly<Record<LimitName, Rate>>;

type Variable<Name extends LimitName> = `SNUG_LIMIT_${Uppercase<Name>}`;

const rateSchema = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^[1-9]\d{0,11}\/[1-9]\d{0,5}(,[1-9]\d{0,11})?$/, 'must be like 60/60 or 60/60,10'),
    v.transform(toRate),
  ),
);

export const RATE_VARIABLES = Object.fromEntries(
  listLimitNames().map(name => [toVariableName(name), rateSchema]),
) as { [Name in LimitName as Variable<Name>]: typeof rateSchema };

export function readRates(
  variables: Partial<Record<Variable<LimitName>, Rate | undefined>>,
  maxFileBytes: number,
): Rates {
  const rates = listLimitNames().map(name => [
    name,
    variables[toVariableName(name)] ?? getDefaultRate(name, maxFileBytes),
  ]);
  return Object.fromEntries(rates) as Rates;
}

function getDefaultRate(name: LimitName, maxFileBytes: number): Rate {
  const rate = toRate(DEFAULT_RATES[name]);
  if (!FILE_LIMITS.has(name)) return rate;
  const bytes = LARGEST_FILES * maxFileBytes;
  return { ...rate, times: Math.max(rate.times, bytes), burst: Math.max(rate.burst, bytes) };
}

export function toVariableName<Name extends LimitName>(name: Name): Variable<Name> {
  return `SNUG_LIMIT_${name.toUpperCase() as Uppercase<Name>}`;
}

export function listLimitNames(): LimitName[] {
  return Object.keys(DEFAULT_RATES) as LimitName[];
}

function toRate(text: string): Rate {
  const [times = 0, seconds = 0, burst = times] = text.split(/[/,]/).map(Number);
  return { times, seconds, burst };
}
