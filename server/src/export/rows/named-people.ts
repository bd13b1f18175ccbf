import { PAGE_SIZE, readPages } from '../../account/export/pages.ts';
import { prepared } from '../../db/prepared.ts';
import { readRoomRows } from './room-rows.ts';
import type { RowSource } from './scope.ts';

const selectMembers = prepared<[roomId: string, after: string, limit: number], { uid: string }>(
  `select "userId" as "uid" from "members" where "roomId" = $1 and "userId" > $2 order by "userId" limit $3`,
);
interface Reacted {
  messageId: string;
  emoji: string;
  uid: string;
}
const selectReacted = prepared<
  [roomId: string, messageId: string, emoji: string, uid: string, limit: number],
  Reacted
>(
  `select "messageId" as "messageId", "emoji" as "emoji", "userId" as "uid" from "reactions"
   where "roomId" = $1 and ("messageId", "emoji", "userId") > ($2, $3, $4) order by "messageId", "emoji", "userId" limit $5`,
);
const selectPinners = prepared<[roomId: string], { uid: string | null }>(
  `select "pinnedBy" as "uid" from "messages" indexed by "messages_pinned"
   where "roomId" = $1 and "pinnedAt" is not null and "deletedAt" is null`,
);
/** From a message on, which mentions far fewer people than a page has. */
const selectMentioned = prepared<[roomId: string, from: number, limit: number], { seq: number; uid: string }>(
  `select "seq" as "seq", "userId" as "uid" from "mentions" indexed by "mentions_message"
   where "roomId" = $1 and "seq" >= $2 and "kind" = 'person' order by "seq" limit $3`,
);

/** The ids of everybody whom a line of the rooms or their messages names. Authors have a row among the members. */
export async function findNamedPeople(source: RowSource): Promise<ReadonlySet<string>> {
  const { read } = source;
  const uids = new Set<string>();
  const add = (rows: readonly { uid: string | null }[]) => {
    for (const { uid } of rows) if (uid !== null) uids.add(uid);
  };
  for await (const rooms of readRoomRows(source))
    for (const { id, createdBy, people, trimmedBefore } of rooms) {
      add([createdBy, ...(people?.split(' ') ?? [])].map(uid => ({ uid })));
      const members = readPages<{ uid: string }>(last => selectMembers(read, id, last?.uid ?? '', PAGE_SIZE));
      for await (const rows of members) add(rows);
      const reacted = readPages<Reacted>(last =>
        selectReacted(read, id, last?.messageId ?? '', last?.emoji ?? '', last?.uid ?? '', PAGE_SIZE),
      );
      for await (const rows of reacted) add(rows);
      add(await selectPinners(read, id));
      const mentioned = readPages<{ seq: number; uid: string }>(last =>
        selectMentioned(read, id, last?.seq ?? trimmedBefore ?? 0, PAGE_SIZE),
      );
      for await (const rows of mentioned) add(rows);
    }
  return uids;
}
