import type { UserTable } from '../db/account-tables.ts';
import type { Db } from '../db/schema.ts';
import { toEntryPath } from './archive.ts';
import type { BackupSource, SaveResult } from './saved-files.ts';
import { openStoredBytes } from './stored-bytes.ts';

type PersonWithAvatar = Pick<UserTable, 'id' | 'avatar'>;

/** If an avatar has changed meanwhile, saves the new one and updates the snapshot. */
export async function saveAvatars(source: BackupSource): Promise<SaveResult> {
  const saved: SaveResult = { deletedCount: 0, missingKeys: [] };
  for (const person of await listPeopleWithAvatar(source.snapshot)) await saveAvatar(source, person, saved);
  return saved;
}

async function saveAvatar(source: BackupSource, person: PersonWithAvatar, saved: SaveResult): Promise<void> {
  const { storage, live, snapshot, archive, signal } = source;
  signal.throwIfAborted();
  const key = getAvatarKey(person);
  const isCurrent = async () => (await findPerson(live, person.id))?.avatar === person.avatar;
  const stored = await openStoredBytes(storage, {
    key,
    readCurrentState: async () => ((await isCurrent()) ? 'sent' : undefined),
    signal,
  });
  if (stored === 'lost') saved.missingKeys.push(key);
  else if (stored !== 'gone') await archive.addStored(toEntryPath(key), stored, { signal });
  else {
    const now = await findPerson(live, person.id);
    await snapshot
      .updateTable('users')
      .set({ avatar: now?.avatar ?? null, ...(now && { version: now.version }) })
      .where('id', '=', person.id)
      .execute();
    if (now?.avatar) await saveAvatar(source, now, saved);
  }
}

function getAvatarKey({ avatar }: PersonWithAvatar): string {
  return avatar?.slice(1) ?? '';
}

export async function listAvatarKeys(db: Db): Promise<string[]> {
  return (await listPeopleWithAvatar(db)).map(getAvatarKey);
}

async function listPeopleWithAvatar(db: Db): Promise<PersonWithAvatar[]> {
  return db.selectFrom('users').select(['id', 'avatar']).where('avatar', 'like', '/avatars/%').execute();
}

async function findPerson(db: Db, id: string): Promise<(PersonWithAvatar & { version: number }) | undefined> {
  return db.selectFrom('users').select(['id', 'avatar', 'version']).where('id', '=', id).executeTakeFirst();
}
