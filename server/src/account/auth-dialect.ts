import { AsyncLocalStorage } from 'node:async_hooks';
import { CommandError } from '@snug/protocol';
import { type CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult } from 'kysely';
import { SYSTEM_CALLER } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import type { EngineDialect } from '../db/store.ts';
import type { Writer } from '../db/writer.ts';
import type { insertInvitedAccount, insertInvitedUser } from '../people/invites/invited-sign-up.ts';
import { getBrowserInvite } from './browser-invite.ts';
import type { linkAccount } from './link-account.ts';
import { getProvenLink, markLinkStored, type ProvenLink } from './provider-link.ts';
import type { insertSession as insertSessionMutation } from './session-mutations.ts';
import { setPendingCode } from './two-step/pending-sign-in.ts';

/** A database connection for the accounts library, which has its own types of the tables. */
export interface AccountsDatabase {
  db: Kysely<Record<string, never>>;
  type: EngineDialect['type'];
}

/** Writes go through it. */
export type AuthWriter = Pick<
  Writer<{
    insert_invited_user: typeof insertInvitedUser;
    insert_invited_account: typeof insertInvitedAccount;
    insert_session: typeof insertSessionMutation;
    link_account: typeof linkAccount;
  }>,
  'write' | 'query'
>;

const SHOWN_ERRORS = new Set<string>(['unavailable', 'forbidden']);

const failedQueries = new AsyncLocalStorage<CommandError[]>();

/** With the first error of a query that people need to see. */
export async function runWithQueryFailure<Answer>(
  operation: () => Promise<Answer>,
): Promise<{ answer: Answer; failure: CommandError | undefined }> {
  const failures: CommandError[] = [];
  const answer = await failedQueries.run(failures, operation);
  return { answer, failure: failures[0] };
}

/**
 * Throws what a query threw, if people need to see it: the accounts library reports a failed sign-out as a success, a failed read
 * as 500, and a sign-up with a used up invitation as a failure of the database.
 */
export async function throwQueryFailure<Answer>(operation: () => Promise<Answer>): Promise<Answer> {
  const { answer, failure } = await runWithQueryFailure(operation);
  if (failure) throw failure;
  return answer;
}

/** Writes go through the writer: a second writing connection would block the event loop while it waits for the write lock. */
export function createAccountsDatabase(
  read: Db,
  writer: AuthWriter,
  dialect: EngineDialect,
): AccountsDatabase {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      if (query.query.kind === 'SelectQueryNode') return read.executeQuery<Row>(query).catch(recordFailure);
      const { rows, numAffectedRows } = await write(writer, query).catch(recordFailure);
      return { rows: rows as Row[], ...(numAffectedRows !== undefined && { numAffectedRows }) };
    },
    streamQuery: () => {
      throw new Error('streaming is not supported here');
    },
  };
  const db = new Kysely<Record<string, never>>({
    dialect: { ...dialect, createDriver: () => createWriterDriver(connection) },
  });
  return { db, type: dialect.type };
}

/** With an invitation, the statements of a sign-up take a use and join its rooms. */
function write(
  writer: AuthWriter,
  { query, sql, parameters }: CompiledQuery,
): Promise<{ rows: unknown[]; numAffectedRows?: bigint | undefined }> {
  const browser = getBrowserInvite();
  const table = query.kind === 'InsertQueryNode' ? query.into?.table.identifier.name : undefined;
  if (query.kind === 'InsertQueryNode' && table === 'sessions') {
    const names = query.columns?.map(({ column }) => column.name) ?? [];
    return insertSession(writer, { sql, parameters }, names);
  }
  const link = getProvenLink();
  if (table === 'accounts' && link) return storeLink(writer, { sql, parameters }, link);
  if (!browser?.invite || (table !== 'users' && table !== 'accounts')) return writer.query(sql, parameters);
  const { id, createdBy, roomIds } = browser.invite;
  const statement = { sql, parameters, invite: { id, createdBy, roomIds } };
  if (table === 'users') {
    browser.isTaken = true;
    const { isRequired } = browser;
    return writer.write('insert_invited_user', SYSTEM_CALLER, { ...statement, isRequired });
  }
  if (browser.isTaken) return writer.write('insert_invited_account', SYSTEM_CALLER, statement);
  return writer.query(sql, parameters);
}

async function storeLink(
  writer: AuthWriter,
  statement: Pick<CompiledQuery, 'sql' | 'parameters'>,
  { uid, ...proof }: ProvenLink,
) {
  const result = await writer.write('link_account', { uid }, { ...statement, ...proof });
  markLinkStored();
  return result;
}

async function insertSession(
  writer: AuthWriter,
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
  columns: readonly string[],
) {
  const row = Object.fromEntries(columns.map((column, index) => [column, parameters[index]]));
  const { userId, token } = { userId: String(row['userId']), token: String(row['token']) };
  const input = { sql, parameters, userId, token };
  const { isPending, ...result } = await writer.write('insert_session', SYSTEM_CALLER, input);
  if (!isPending) return result;
  setPendingCode(token);
  // The library takes it for stored, and creates its response.
  return { ...result, rows: [row] };
}

function recordFailure(error: unknown): never {
  if (error instanceof CommandError && SHOWN_ERRORS.has(error.code)) failedQueries.getStore()?.push(error);
  throw error;
}

function createWriterDriver(connection: DatabaseConnection): Driver {
  const refuse = async () => {
    throw new Error('a transaction of the accounts library would block all writes');
  };
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => {},
  };
}
