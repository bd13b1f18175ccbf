import type { Db, UserTable } from '../../schema.ts';
import { FILES } from './archive.ts';
import type { Saved, Source } from './saved-files.ts';
import { takeBytes } from './stored-bytes.ts';

type Pictured = Pick<UserTable, 'id' | 'avatar'>;

/** Saves the pictures of all people. Who has another one by now, has that one in the snapshot, too. */
export async function saveAvatars(source: Source): Promise<Saved> {
  const saved: Saved = { gone: 0, lost: [] };
  for (const person of await listPictured(source.snapshot)) await saveAvatar(source, person, saved);
  return saved;
}

async function saveAvatar(source: Source, person: Pictured, saved: Saved): Promise<void> {
  const { storage, live, snapshot, archive } = source;
  const key = person.avatar?.slice(1) ?? '';
  const isNow = async () => (await find(live, person.id))?.avatar === person.avatar;
  const bytes = await takeBytes(storage, {
    key,
    stateNow: async () => ((await isNow()) ? 'sent' : undefined),
  });
  if (bytes === 'lost') saved.lost.push(key);
  else if (bytes !== 'gone') await archive.add(`${FILES}/${key}`, bytes);
  else {
    const now = await find(live, person.id);
    await snapshot
      .updateTable('users')
      .set({ avatar: now?.avatar ?? null, ...(now && { version: now.version }) })
      .where('id', '=', person.id)
      .execute();
    if (now?.avatar) await saveAvatar(source, now, saved);
  }
}

async function listPictured(db: Db): Promise<Pictured[]> {
  return db.selectFrom('users').select(['id', 'avatar']).where('avatar', 'like', '/avatars/%').execute();
}

async function find(db: Db, id: string): Promise<(Pictured & { version: number }) | undefined> {
  return db.selectFrom('users').select(['id', 'avatar', 'version']).where('id', '=', id).executeTakeFirst();
}
