import { hasLink, type Message } from '@snug/protocol';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { toMentionColumns } from '../mentions/message-mentions.ts';

const selectEditIds = prepared<[roomId: string, id: string], { editIds: string | null }>(
  `select "editIds" from "messages" where "roomId" = $1 and "id" = $2`,
);

/** Of the last edits, oldest first. */
export async function findEditIds(db: Db, roomId: string, id: string): Promise<string[]> {
  const [row] = await selectEditIds(db, roomId, id);
  return row?.editIds?.split(' ') ?? [];
}

type EditedMessage = Pick<
  Message,
  'roomId' | 'id' | 'text' | 'mentions' | 'revision' | 'editedAt' | 'changedSeq'
>;

/** An edit can end a mention of everyone, but not begin one. */
export async function storeEdit(db: Db, message: EditedMessage, editIds: readonly string[]): Promise<void> {
  const { roomId, id, text, revision, editedAt, changedSeq } = message;
  const [mentions, mentionsRoom] = toMentionColumns(message);
  await db
    .updateTable('messages')
    .set({
      text,
      mentions,
      ...(mentionsRoom === null && { mentionsRoom }),
      revision,
      editedAt,
      changedSeq,
      editIds: editIds.join(' '),
      links: Number(hasLink(text ?? '')),
    })
    .where('roomId', '=', roomId)
    .where('id', '=', id)
    .execute();
}
