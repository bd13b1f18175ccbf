import type { JobDefinition } from '../../cluster/jobs/job-runner.ts';
import { type Mutation, SYSTEM_CALLER } from '../../db/mutation.ts';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { removeRetention } from '../../workspace/retention/retention-store.ts';
import { deleteFollowsOfRoom } from '../conversations/follow-store.ts';
import { deleteReplyCounts } from '../conversations/reply-counts.ts';
import { deleteMessages } from '../messages/message-store.ts';
import { deleteCursorsOf } from '../reads/read-store.ts';
import { isHeld } from '../retention/holds.ts';

const INTERVAL_MS = 60_000;
const BATCH_SIZE = 200;

const selectDeleted = prepared<[], { id: string }>(
  `select "id" from "rooms" where "deletedAt" is not null
   and not exists (select 1 from "holds" h where h."roomId" = "rooms"."id") order by "deletedAt", "id" limit 1`,
);
const selectMessages = prepared<
  [roomId: string, limit: number],
  { id: string; seq: number; fileId: string | null }
>(`select "id", "seq", "fileId" from "messages" where "roomId" = $1 order by "seq" limit $2`);
const deleteReactions = preparedIn<[roomId: string], never>(
  `delete from "reactions" where "roomId" = $1 and "messageId" in ($values)`,
);
const deleteMentions = prepared<[roomId: string, seq: number], never>(
  `delete from "mentions" where "roomId" = $1 and "seq" <= $2`,
);
const deleteSaved = preparedIn<[roomId: string], never>(
  `delete from "saved" where "roomId" = $1 and "messageId" in ($values)`,
);
const releaseFiles = preparedIn<[], never>(
  `update "files" set "state" = 'deleted', "roomId" = null where "id" in ($values)`,
);
const selectMembers = prepared<[roomId: string, limit: number], { uid: string }>(
  `select "userId" as "uid" from "members" where "roomId" = $1 order by "userId" limit $2`,
);
const deleteMembers = preparedIn<[roomId: string], never>(
  `delete from "members" where "roomId" = $1 and "userId" in ($values)`,
);
const deletePushed = preparedIn<[roomId: string], never>(
  `delete from "pushed" where "roomId" = $1 and "userId" in ($values)`,
);
const deleteIncarnations = prepared<[roomId: string], never>(
  `delete from "room_incarnations" where "roomId" = $1`,
);
const deleteRow = prepared<[roomId: string], never>(
  `delete from "rooms" where "id" = $1 and "deletedAt" is not null`,
);

/** Erases a part of a deleted room. Files are marked, and their sweep removes the bytes. */
export const eraseRoom: Mutation<{ roomId: string }, object> = {
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, _call, { roomId }) {
    if (await isHeld(db, roomId)) return { output: {}, publications: [] };
    const isLeft =
      (await eraseMessages(db, roomId)) ||
      (await deleteFollowsOfRoom(db, roomId, BATCH_SIZE)) > 0 ||
      (await eraseMembers(db, roomId));
    if (!isLeft) {
      await deleteIncarnations(db, roomId);
      await removeRetention(db, roomId);
      await deleteRow(db, roomId);
    }
    return { output: {}, publications: [] };
  },
};

async function eraseMessages(db: Db, roomId: string): Promise<boolean> {
  const messages = await selectMessages(db, roomId, BATCH_SIZE);
  const ids = messages.map(({ id }) => id);
  await deleteReactions(db, ids, roomId);
  const last = messages.at(-1);
  if (last) await deleteMentions(db, roomId, last.seq);
  await deleteSaved(db, ids, roomId);
  await deleteReplyCounts(db, roomId, ids);
  await deleteMessages(db, roomId, ids);
  await releaseFiles(
    db,
    messages.flatMap(({ fileId }) => fileId ?? []),
  );
  return messages.length > 0;
}

async function eraseMembers(db: Db, roomId: string): Promise<boolean> {
  const members = await selectMembers(db, roomId, BATCH_SIZE);
  const uids = members.map(({ uid }) => uid);
  await deleteCursorsOf(db, roomId, uids);
  await deletePushed(db, uids, roomId);
  await deleteMembers(db, uids, roomId);
  return members.length > 0;
}

/** Each step erases a part of the room that was deleted first and is not held, after `eraseIndex`: whether the index has no word of it left. */
export function createRoomErasure(
  read: Db,
  writer: MutationWriter<{ erase_room: typeof eraseRoom }>,
  eraseIndex: (roomId: string) => Promise<boolean> = async () => true,
): JobDefinition {
  return {
    kind: 'room_erasure',
    intervalMs: INTERVAL_MS,
    async step() {
      const [room] = await selectDeleted(read);
      if (!room) return undefined;
      if (!(await eraseIndex(room.id))) return undefined;
      await writer.write('erase_room', SYSTEM_CALLER, { roomId: room.id });
      return room.id;
    },
  };
}
