import type { Message, Reactions } from '@snug/protocol';
import { FILE_COLUMNS, type FileRow, presentFile } from '../../files/file.ts';
import { PERSON_COLUMNS, type PersonRow, presentPerson } from '../../people/profiles/person.ts';
import { parseMentions } from '../mentions/message-mentions.ts';
import { type NoticeColumn, presentNotice } from './notice.ts';
import { presentReply, REPLY_COLUMNS, REPLY_JOINS, type ReplyRow } from './reply.ts';

/** The row of a left join without a match has only nulls. */
type Nullable<Row> = { [Key in keyof Row]: Row[Key] | null };

export interface MessageRow extends PersonRow, Nullable<FileRow>, ReplyRow {
  id: string;
  roomId: string;
  seq: number;
  changedSeq: number;
  createdAt: number;
  text: string | null;
  reactions: string | null;
  customReactions: string | null;
  deletedAt: number | null;
  removed: number | null;
  revision: number | null;
  editedAt: number | null;
  rootId: string | null;
  pinnedAt: number | null;
  pinnedBy: string | null;
  mentions: string | null;
  notice: NoticeColumn;
}

// Joins the author instead of copying it, so that old messages show a new name.
export const MESSAGE_COLUMNS = `m."id" as "id", m."roomId" as "roomId", m."seq" as "seq", m."changedSeq" as "changedSeq",
  m."createdAt" as "createdAt", m."text" as "text", m."reactions" as "reactions",
  m."customReactions" as "customReactions", m."deletedAt" as "deletedAt", m."removed" as "removed",
  m."revision" as "revision", m."editedAt" as "editedAt", m."rootId" as "rootId",
  m."pinnedAt" as "pinnedAt", m."pinnedBy" as "pinnedBy",
  m."mentions" as "mentions", m."notice" as "notice",
  ${PERSON_COLUMNS}, ${FILE_COLUMNS}, ${REPLY_COLUMNS}`;
/** Of the table `messages`, as "m". */
export const MESSAGE_JOINS = `join "users" u on u."id" = m."authorId" left join "files" f on f."id" = m."fileId" ${REPLY_JOINS}`;

/** Without the people whom it mentions. */
export function presentMessage(row: MessageRow): Message {
  const { id, roomId, seq, changedSeq, createdAt, text, reactions, deletedAt, removed, rootId } = row;
  const { revision, editedAt } = row;
  const reply = presentReply(row);
  return {
    id,
    roomId,
    seq,
    changedSeq,
    author: presentPerson(row),
    createdAt,
    ...(text !== null && { text }),
    ...(row.fileId !== null && { file: presentFile(row as FileRow) }),
    ...(revision !== null && { revision }),
    ...(editedAt !== null && { editedAt }),
    ...(reply && { reply }),
    ...(rootId !== null && { rootId }),
    ...(row.mentions !== null && { mentions: parseMentions(row.mentions) }),
    ...(row.pinnedAt !== null && { pinnedAt: row.pinnedAt }),
    ...(row.pinnedBy !== null && { pinnedBy: row.pinnedBy }),
    ...(reactions !== null && { reactions: JSON.parse(reactions) as Reactions }),
    // A server of the previous release leaves them in the row of a message that it deletes.
    ...(row.customReactions !== null &&
      deletedAt === null && { customReactions: JSON.parse(row.customReactions) as Reactions }),
    ...(deletedAt !== null && { deletedAt }),
    ...(removed !== null && { removed: true }),
    ...presentNotice(row.notice),
  };
}
