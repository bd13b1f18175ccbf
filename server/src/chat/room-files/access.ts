import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { findFile, type StoredFile } from '../../files/file-store.ts';
import { accessRoomIfAny } from '../rooms/access.ts';

/** For its owner before it is sent, and for the readers of its room afterwards. Undefined for others, and for a deleted file. */
export async function accessFileIfAny(db: Db, actor: Actor, id: string): Promise<StoredFile | undefined> {
  const file = await findFile(db, id);
  if (file?.state === 'unsent') return file.ownerId === actor.uid ? file : undefined;
  if (file?.state !== 'sent' || file.roomId === null) return undefined;
  return (await accessRoomIfAny(db, actor, file.roomId)) && file;
}
