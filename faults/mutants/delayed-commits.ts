import type { SnugMutations } from '@snug/server/commands/mutations.ts';
import type { checkpointIfLong } from '@snug/server/db/sqlite/checkpoint.ts';
import type { openSqlite } from '@snug/server/db/sqlite/sqlite.ts';
import type { CompiledQuery, QueryResult } from 'kysely';
import { defineWrapper, type Mutant } from './mutant.ts';

const EMPTY_RESULT: QueryResult<never> = { rows: [] };

let hasMessage = false;
/** Whether the previous transaction is still open. */
let isOpen = false;

/** Acknowledges a batch with a message, but leaves its transaction open until the next batch without one. */
export const delayedCommits: Mutant = {
  'MUTATIONS.send_message.run': defineWrapper<SnugMutations['send_message']['run']>(real => (...input) => {
    hasMessage = true;
    return real(...input);
  }),
  openSqlite: defineWrapper<typeof openSqlite>(real => (...input) => {
    const db = real(...input);
    const execute = db.executeQuery.bind(db);
    const executeQuery = async (query: CompiledQuery) => {
      if (query.sql === 'begin immediate' && isOpen) return EMPTY_RESULT;
      if (query.sql !== 'commit') return execute(query);
      isOpen = hasMessage;
      hasMessage = false;
      return isOpen ? EMPTY_RESULT : execute(query);
    };
    return Object.assign(db, { executeQuery });
  }),
  // It would fail in an open transaction, and end the server.
  checkpointIfLong: defineWrapper<typeof checkpointIfLong>(real => async db => {
    if (!isOpen) await real(db);
  }),
};
