import type { KyselyDatabaseType } from '@better-auth/kysely-adapter';
import type { ErrorBody } from '@snug/protocol';
import type { Dialect } from 'kysely';
import type { Caller, Publication } from './mutation.ts';
import type { Db } from './schema.ts';

/** A mutation, or a single statement of the accounts library. */
export type WriteJob =
  | { mutation: string; caller: Caller; input: unknown }
  | { sql: string; parameters: readonly unknown[] };

export type WriteOutcome =
  | { output: unknown; publications: Publication[] }
  | { error: Pick<ErrorBody, 'code' | 'message'>; detail?: string };

export interface EngineDialect extends Omit<Dialect, 'createDriver'> {
  readonly type: KyselyDatabaseType;
}

/** PostgreSQL rejects notifications of 8,000 bytes. */
export const MAX_NOTIFICATION_BYTES = 7_900;

export interface NotificationEncoder {
  /** At most `MAX_NOTIFICATION_BYTES`. Undefined for an event that the database does not carry. */
  encode(publication: Publication): string | undefined;
  /** The start of a JSON object. For a sent message, the database adds the other fields. Undefined if it does not carry them. */
  readonly sentStart?: string;
}

export interface ListenOptions {
  /** Called for each payload, in the order of the commits. */
  onPayload: (payload: string) => void;
  /** The connection is lost, without `close`. Later payloads are missing. */
  onLost: (error: unknown) => void;
}

export interface Listener {
  /** Resolves if the server answers. Rejects if the connection is lost. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface ConnectionCounts {
  /** Of those that change data: in use, and open without use. */
  busy: number;
  idle: number;
  /** Batches that wait for a connection. */
  waiting: number;
  /** Open ones that read; several reads share one. */
  reading: number;
}

export interface Store {
  /** Sees all changes that `runBatch` has resolved. */
  readonly read: Db;
  /** Stores jobs in one transaction; resolves after the sync to disk. */
  readonly runBatch: (jobs: readonly WriteJob[]) => Promise<WriteOutcome[]>;
  readonly epoch: string;
  /** Ms since 1970. Timestamps and expiry use this clock. */
  readonly now: () => number;
  readonly dialect: EngineDialect;
  /** Receives what the transactions of all servers on this database notify. Undefined if this is the only server. */
  readonly listen?: (options: ListenOptions) => Promise<Listener>;
  /** Notifies all servers outside of a transaction. Undefined if this is the only server. */
  readonly notify?: (payloads: readonly string[]) => Promise<unknown>;
  /** Undefined without a database server. */
  readonly countConnections?: () => ConnectionCounts;
  /** Resolves when everything is on disk and other processes may open it. Do not use the store afterwards. */
  close(): Promise<void>;
}

export interface OpenedStore {
  store: Store;
  warning: string | undefined;
}
