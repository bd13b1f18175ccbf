import * as v from 'valibot';
import type { Rate } from './rate-limit.ts';

/** How often what may be done: `<times>/<seconds>`, and how many of them at once where that is fewer. */
const DEFAULT_RATES = {
  /** Wrong passwords, for one account. */
  sign_in_failures: '5/1800',
  /** From one network address. */
  sign_in: '10/180',
  sign_up: '10/180',
  provider_sign_in: '30/60',
  /** Anything else about an account, such as asking whose session it is. */
  accounts: '100/60',
  /** Changes by one person that have no limit of their own. */
  commands: '120/60,20',
  /** Of one person, who may have many rooms open in several windows that all come back at once. */
  reads: '600/60,400',
  /** Pages of history, the largest of all answers. */
  history: '300/60,60',
  /** Of rooms by their names, one with each pause in typing. */
  searches: '120/60,40',
  /** The bytes of what reads and pages of history answer, counted after each answer. */
  answer_bytes: '30000000/60,20000000',
  sends: '60/60,10',
  /** Bytes of long messages: by person, and by room times the connections that have it open. */
  message_bytes: '600000/60,300000',
  room_bytes: '480000000/60,20000000',
  reactions: '120/60,20',
  rooms: '1/60,10',
  avatars: '10/60',
  uploads: '60/60,20',
  upload_bytes: '1000000000/86400',
  /** From one network address, by those who are signed in: commands over HTTP and uploads. Browsers use a socket. */
  requests: '600/60,100',
  /** The same for files, pictures of people, and pages that bring their rooms along. */
  downloads: '3000/60,500',
  /** The bytes of files, by person. */
  download_bytes: '600000000/60,500000000',
  /** The description of the commands, by anyone. */
  documents: '60/60,20',
  /** Sockets that one person opens. */
  sockets: '60/60,30',
  address_sockets: '600/60,200',
} as const;

export type LimitName = keyof typeof DEFAULT_RATES;
export type Rates = Readonly<Record<LimitName, Rate>>;

type Variable<Name extends LimitName> = `SNUG_LIMIT_${Uppercase<Name>}`;

const rateSchema = (usual: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,9}\/[1-9]\d{0,5}(,[1-9]\d{0,9})?$/, 'must be like 60/60 or 60/60,10'),
      v.transform(toRate),
    ),
    usual,
  );

/** A part of the environment. */
export const RATE_VARIABLES = Object.fromEntries(
  listLimitNames().map(name => [toVariableName(name), rateSchema(DEFAULT_RATES[name])]),
) as { [Name in LimitName as Variable<Name>]: ReturnType<typeof rateSchema> };

export function readRates(variables: Record<Variable<LimitName>, Rate>): Rates {
  return Object.fromEntries(listLimitNames().map(name => [name, variables[toVariableName(name)]])) as Rates;
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
