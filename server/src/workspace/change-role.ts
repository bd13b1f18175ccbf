import { MUTATIONS } from '../commands/mutations.ts';
import { openBesideServer, openStore, runBatch } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import type { Store } from '../db/store.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';

type AdminStore = Pick<Store, 'read' | 'runBatch' | 'close'>;

/** Also while servers run on the database: each command reads the role when it runs. Throws a `StartError`. */
export async function changeRole(
  settings: Pick<Settings, 'data' | 'databaseUrl'>,
  email: string,
  admin: boolean,
): Promise<{ name: string; hasChanged: boolean }> {
  const store = await openAdminStore(settings);
  try {
    const { id: uid, name } = await findByEmail(store.read, email);
    const [outcome] = await store.runBatch([
      { mutation: 'set_workspace_admin', caller: { uid: '' }, input: { uid, admin } },
    ]);
    if (!outcome || 'error' in outcome) throw new StartError(outcome?.error.message ?? 'No outcome');
    return { name, ...(outcome.output as { hasChanged: boolean }) };
  } finally {
    await store.close();
  }
}

async function openAdminStore({
  data,
  databaseUrl,
}: Pick<Settings, 'data' | 'databaseUrl'>): Promise<AdminStore> {
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
