import type { Actor } from '../../db/mutation.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { findFile, type StoredFile } from '../../files/file-store.ts';
import { accessRoomIfAny } from '../rooms/access.ts';
import { isFileKept } from '../rooms/trimmed-log.ts';

const selectKept = prepared<[id: string], { id: string }>(
  `select f."id" as "id" from "files" f join "rooms" r on r."id" = f."roomId" where f."id" = $1 and ${isFileKept('f', 'r')}`,
);

/** For its owner before it is sent, and for the readers of its room afterwards. Undefined for others, and for a deleted or trimmed file. */
export async function accessFileIfAny(db: Db, actor: Actor, id: string): Promise<StoredFile | undefined> {
  const file = await findFile(db, id);
  if (file?.state === 'unsent') return file.ownerId === actor.uid ? file : undefined;
  if (file?.state !== 'sent' || file.roomId === null) return undefined;
  const room = await accessRoomIfAny(db, actor, file.roomId);
  if (!room) return undefined;
  return room.trimmedBefore === null || (await isKept(db, id)) ? file : undefined;
}

/** Whether a trim has left the message of a sent file. */
export async function isKept(db: Db, id: string): Promise<boolean> {
  return (await selectKept(db, id)).length > 0;
}
