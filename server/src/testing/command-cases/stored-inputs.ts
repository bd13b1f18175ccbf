import type { Db } from '../../db/schema.ts';
import { addAccount, addPasskey, addSession } from '../database.ts';
import { addImportedPerson } from '../imported-people.ts';
import { addPushDevice } from '../push-devices.ts';
import type { InputSource } from './input-source.ts';

/** Runs `work` with the database of the test. */
type WithDatabase = <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;

/** The things of an author that no command adds. */
export function createStoredInputs(
  authorUid: string,
  withDatabase: WithDatabase,
): Pick<InputSource, 'linkAccount' | 'addImported' | 'addSession' | 'addPasskey' | 'addPushDevice'> {
  return {
    linkAccount: async () => {
      await withDatabase(db => addAccount(db, authorUid, 'github'));
      return 'github';
    },
    addImported: () => withDatabase(addImportedPerson),
    addSession: () => withDatabase(db => addSession(db, authorUid)),
    addPasskey: () => withDatabase(db => addPasskey(db, authorUid)),
    addPushDevice: () => withDatabase(db => addPushDevice(db, authorUid)),
  };
}
