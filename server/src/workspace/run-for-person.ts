import { MUTATIONS, type SnugMutations } from '../commands/mutations.ts';
import type { InputOf, OutputOf } from '../db/mutation.ts';
import { openBesideServer, openStore, runBatch } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import type { Store } from '../db/store.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';

type StorageSettings = Pick<Settings, 'data' | 'databaseUrl'>;
type AdminStore = Pick<Store, 'read' | 'runBatch' | 'close'>;

/**
 * Runs a mutation for the person with this address, as the command line. Also while servers run on the database: each command
 * reads it when it runs. Throws a `StartError`.
 */
export async function runForPerson<Name extends keyof SnugMutations>(
  settings: StorageSettings,
  email: string,
  mutation: Name,
  createInput: (uid: string) => InputOf<SnugMutations[Name]>,
): Promise<{ name: string; output: OutputOf<SnugMutations[Name]> }> {
  const store = await openAdminStore(settings);
  try {
    const { id, name } = await findByEmail(store.read, email);
    const [outcome] = await store.runBatch([{ mutation, caller: { uid: '' }, input: createInput(id) }]);
    if (!outcome || 'error' in outcome) throw new StartError(outcome?.error.message ?? 'No outcome');
    return { name, output: outcome.output as OutputOf<SnugMutations[Name]> };
  } finally {
    await store.close();
  }
}

async function openAdminStore({ data, databaseUrl }: StorageSettings): Promise<AdminStore> {
  if (databaseUrl !== undefined) {
    const fail = (error: unknown) => {
      throw error;
    };
    return (await openStore({ data, databaseUrl, onFatalError: fail, prepare: async () => {} })).store;
  }
  const db = await openBesideServer(data);
  return { read: db, runBatch: jobs => runBatch(db, MUTATIONS, jobs), close: () => db.destroy() };
}

async function findByEmail(read: Db, email: string): Promise<{ id: string; name: string }> {
  const wanted = email.toLowerCase();
  const person = await read
    .selectFrom('users')
    .select(['id', 'name'])
    .where('email', '=', wanted)
    .executeTakeFirst();
  if (!person) throw new StartError(`Nobody here has the address ${wanted}. They need to sign up first.`);
  return person;
}
