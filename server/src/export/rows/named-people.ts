import { PAGE_SIZE, readPages } from '../../account/export/pages.ts';
import { trimmedBefore } from '../../chat/rooms/trimmed-log.ts';
import { prepared } from '../../db/prepared.ts';
import { readRoomRows } from './room-rows.ts';
import type { RowSource } from './scope.ts';

const selectMembers = prepared<[roomId: string, after: string, limit: number], { uid: string }>(
  `select "userId" as "uid" from "members" where "roomId" = $1 and "userId" > $2 order by "userId" limit $3`,
);
const selectReacted = prepared<[roomId: string], { uid: string }>(
  `select distinct "userId" as "uid" from "reactions" where "roomId" = $1`,
);
const selectPinners = prepared<[roomId: string], { uid: string | null }>(
  `select distinct "pinnedBy" as "uid" from "messages" indexed by "messages_pinned"
   where "roomId" = $1 and "pinnedAt" is not null and "deletedAt" is null`,
);
const selectMentioned = prepared<[roomId: string], { uid: string }>(
  `select distinct "userId" as "uid" from "mentions" where "roomId" = $1 and "kind" = 'person' and "seq" >= ${trimmedBefore('$1')}`,
);

/** The ids of everybody whom a line of the rooms or their messages names. Authors have a row among the members. */
export async function findNamedPeople(source: RowSource): Promise<ReadonlySet<string>> {
  const { read } = source;
  const uids = new Set<string>();
  const add = (rows: readonly { uid: string | null }[]) => {
    for (const { uid } of rows) if (uid !== null) uids.add(uid);
  };
  for await (const rooms of readRoomRows(source))
    for (const { id, createdBy, people } of rooms) {
      add([createdBy, ...(people?.split(' ') ?? [])].map(uid => ({ uid })));
      const members = readPages<{ uid: string }>(last => selectMembers(read, id, last?.uid ?? '', PAGE_SIZE));
      for await (const rows of members) add(rows);
      add(await selectReacted(read, id));
      add(await selectPinners(read, id));
      add(await selectMentioned(read, id));
    }
  return uids;
}
