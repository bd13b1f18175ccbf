import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Timestamp } from '../core/ids.ts';
import { MAX_LISTED_NODES } from '../core/limits.ts';

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A line of `snug doctor`. `next`: the next step. */
const CheckupLine = v.object({
  check: v.string(),
  status: v.picklist(['ok', 'warn', 'fail', 'skipped']),
  text: v.string(),
  next: v.optional(v.string()),
});

/** The results of the checks of `snug doctor` on a server. */
export const Checkup = v.object({ at: Timestamp, lines: v.array(CheckupLine) });
export type Checkup = v.InferOutput<typeof Checkup>;

/** One process of Snug. */
export const ServerNode = v.object({
  release: v.string(),
  startedAt: Timestamp,
  /** The last sign of life. */
  seenAt: Timestamp,
  /** Missing before the first one, half a minute after the start. */
  checkup: v.optional(Checkup),
});
export type ServerNode = v.InferOutput<typeof ServerNode>;

/** Why the mail server does not send a mail. Later releases may have others. */
export const MAIL_REASONS = [
  'refused',
  'unknown_host',
  'unreachable',
  'timeout',
  'no_mail_server',
  'tls',
  'certificate',
  'sign_in',
  'sender',
  'relay',
  'recipient',
  'rejected',
] as const;
export type MailReason = (typeof MAIL_REASONS)[number];

export const MailProblem = v.object({
  reason: v.string(),
  /** Host and port of the mail server. */
  server: v.string(),
  /** The response of the mail server, or the error of its certificate. Without addresses and secrets. */
  detail: v.optional(v.string()),
});
export type MailProblem = v.InferOutput<typeof MailProblem>;

/** Why the file store does not work. Later releases may have others. */
export const STORE_REASONS = [
  'unreachable',
  'timeout',
  'certificate',
  'key',
  'rights',
  'bucket',
  'clock',
  'address',
  'full',
  'failed',
] as const;
export type StoreReason = (typeof STORE_REASONS)[number];

export const StoreProblem = v.object({
  reason: v.string(),
  /** The code of the store or of the system, such as `AccessDenied` or `ECONNREFUSED`. */
  detail: v.optional(v.string()),
  /** The first failure, without a success since then. */
  since: Timestamp,
});
export type StoreProblem = v.InferOutput<typeof StoreProblem>;

/** The message broker between servers, as one of them sees it. */
export const BrokerState = v.object({ isConnected: v.boolean(), since: Timestamp });
export type BrokerState = v.InferOutput<typeof BrokerState>;

export const ServerState = v.object({
  engine: v.picklist(['sqlite', 'postgres']),
  /** Of the node that responds. */
  release: v.string(),
  /** Living nodes, which share the database. A server with a data folder has one. */
  nodes: v.array(ServerNode),
  /** How an operator runs commands there: with npm in a checkout, and as `snug backup` in a release. */
  commands: v.optional(v.picklist(['npm', 'snug'])),
  /** The last run of the command `backup`, on any machine. `missingFiles`: the number that it could not copy. */
  backup: v.optional(v.object({ at: Timestamp, bytes: Count, missingFiles: Count })),
  /** Background jobs that are due and wait. */
  dueJobs: Count,
  /** The kinds whose last run on this node failed. */
  failedJobs: v.array(v.object({ kind: v.string(), at: Timestamp })),
  /** Missing while this node's mails arrive at the mail server, and before its first one. */
  mail: v.optional(v.object({ ...MailProblem.entries, at: Timestamp })),
  /** The store of the files as this node sees it. Missing if the files are in the data folder. */
  fileStore: v.optional(v.object({ problem: v.optional(StoreProblem) })),
  /** Whether it carries events of this node, and since when. Missing without a broker. */
  broker: v.optional(BrokerState),
  databaseBytes: Count,
  /** The index of the search in messages. Missing without a search, and shortly after a start. */
  search: v.optional(
    v.object({
      /** Of the changes in all rooms. Below 1, older messages are missing. */
      share: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
      /** Messages of deleted rooms whose words are still to be erased. */
      leaving: Count,
      /** The disk has no space for the words of further messages. */
      isPaused: v.boolean(),
      bytes: Count,
    }),
  ),
  /**
   * What this node sent to the push services of devices since its start, by kind of service, such as `mozilla`. Missing without pushes.
   */
  pushes: v.optional(
    v.object({
      services: v.array(
        v.object({
          service: v.string(),
          sent: Count,
          /** To devices that ended, because their subscription is gone. */
          refused: Count,
          failed: Count,
          /** Of a sent one, on average. */
          seconds: v.optional(v.number()),
        }),
      ),
      /** No push service of a browser responds: the server has no way out to them. */
      isBlocked: v.boolean(),
    }),
  ),
  /** The disk with the data folder. */
  disk: v.object({ total: Count, free: Count }),
  /** Variables of the environment with their values, and what `providers` and `mail` are set up. Without secrets. */
  settings: v.array(v.object({ name: v.string(), value: v.string() })),
});
export type ServerState = v.InferOutput<typeof ServerState>;

const getServer = defineCommand({
  summary: 'Read the health, the storage and the settings of the server; for workspace admins',
  description:
    `\`nodes\`: at most ${MAX_LISTED_NODES}. The settings contain no secrets. ` +
    '`check`: the server that responds first checks its machine again, for at most 5 s. The others do so every hour.',
  input: v.strictObject({ check: v.optional(v.boolean()) }),
  output: ServerState,
  errors: ['forbidden'],
});

const sendTestMail = defineCommand({
  summary: 'Send a mail to your own confirmed email, and wait for the mail server; for workspace admins',
  description:
    '`problem`: missing if the mail server accepted the mail. It is not repeated. Fails with `not_found` if the server has no mail, and ' +
    'with `forbidden` without a confirmed email.',
  input: v.strictObject({}),
  output: v.object({ problem: v.optional(MailProblem) }),
  errors: ['forbidden', 'not_found', 'unavailable'],
});

export const SERVER_STATE_COMMANDS = { get_server: getServer, send_test_mail: sendTestMail } as const;
