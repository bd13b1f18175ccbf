import { CommandError } from '@snug/protocol';
import { withPendingPublications } from '../../admin/workspace/pending-publications.ts';
import { StartError } from '../../base/start-error.ts';
import { MUTATIONS, type SnugMutations } from '../../commands/mutations.ts';
import { openStore } from '../../commands/open-store.ts';
import type { Config } from '../../config/config.ts';
import { type InputOf, type OutputOf, SYSTEM_CALLER } from '../../db/mutation.ts';
import { openBesideServer, runBatch } from '../../db/open.ts';
import type { Db } from '../../db/schema.ts';
import type { NotificationEncoder, Store } from '../../db/store.ts';

/** The database for the command line, while servers may run on it. */
export type AdminStore = Pick<Store, 'read' | 'runBatch' | 'close'>;

const MUTATIONS_BESIDE_SERVER = Object.fromEntries(
  Object.entries(MUTATIONS).map(([name, mutation]) => [name, withPendingPublications(mutation)]),
);

/** `encoder`: for the servers on PostgreSQL. Throws a `StartError`. */
export async function openAdminStore(
  { data, databaseUrl }: Pick<Config, 'data' | 'databaseUrl'>,
  encoder: NotificationEncoder,
): Promise<AdminStore> {
  if (databaseUrl !== undefined) {
    const onFatalError = (error: unknown) => {
      throw error;
    };
    return (await openStore({ data, databaseUrl, encoder, onFatalError, prepare: async () => {} })).store;
  }
  const db = await openBesideServer(data);
  return {
    read: db,
    runBatch: jobs => runBatch(db, MUTATIONS_BESIDE_SERVER, jobs),
    close: () => db.destroy(),
  };
}

/** Throws the `CommandError` of the mutation. */
export async function runMutation<Name extends keyof SnugMutations>(
  { runBatch }: Pick<AdminStore, 'runBatch'>,
  mutation: Name,
  input: InputOf<SnugMutations[Name]>,
): Promise<OutputOf<SnugMutations[Name]>> {
  const [outcome] = await runBatch([{ mutation, caller: SYSTEM_CALLER, input }]);
  if (!outcome) throw new CommandError('internal');
  if ('error' in outcome) throw new CommandError(outcome.error.code, outcome.error.message);
  return outcome.output as OutputOf<SnugMutations[Name]>;
}

export interface NamedPerson {
  id: string;
  name: string;
}

/** Throws a `StartError`. */
export async function findByEmail(read: Db, email: string): Promise<NamedPerson> {
  const wanted = email.toLowerCase();
  const person = await read
    .selectFrom('users')
    .select(['id', 'name'])
    .where('email', '=', wanted)
    .executeTakeFirst();
  if (!person) throw new StartError(`Nobody here has the address ${wanted}. They need to sign up first.`);
  return person;
}
