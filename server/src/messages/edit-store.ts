import type { Message } from '@snug/protocol';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';

const selectEditIds = prepared<[roomId: string, id: string], { editIds: string | null }>(
  `select "editIds" from "messages" where "roomId" = $1 and "id" = $2`,
);

/** Of the last edits, oldest first. */
export async function findEditIds(db: Db, roomId: string, id: string): Promise<string[]> {
  const [row] = await selectEditIds(db, roomId, id);
  return row?.editIds?.split(' ') ?? [];
}

type EditedMessage = Pick<Message, 'roomId' | 'id' | 'text' | 'revision' | 'editedAt' | 'changedSeq'>;

export async function storeEdit(
  db: Db,
  { roomId, id, text, revision, editedAt, changedSeq }: EditedMessage,
  editIds: readonly string[],
): Promise<void> {
  await db
    .updateTable('messages')
    .set({ text, revision, editedAt, changedSeq, editIds: editIds.join(' ') })
    .where('roomId', '=', roomId)
    .where('id', '=', id)
    .execute();
}
