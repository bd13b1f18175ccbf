import type { JobDefinition } from '../../cluster/jobs/job-runner.ts';
import { type Mutation, type Publication, SYSTEM_CALLER } from '../../db/mutation.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { changeMembership } from '../../people/members/change-membership.ts';
import { findMembership, hasMaxRooms } from '../../people/members/member-store.ts';

const INTERVAL_MS = 60 * 60_000;
const BATCH_SIZE = 200;

interface Writer {
  roomId: string;
  uid: string;
}

const selectWriters = prepared<[roomId: string, uid: string, limit: number], Writer>(
  `select "roomId", "userId" as "uid" from "members"
   where "role" is null and "leftAt" is null and "bannedUntil" is null and "lastSeq" is not null
     and not exists (select 1 from "import_rooms" i where i."roomId" = "members"."roomId")
     and ("roomId", "userId") > ($1, $2) order by "roomId", "userId" limit $3`,
);

/**
 * Makes the writers of open rooms members: earlier releases store them without a role. An import stores those as authors who are no members,
 * such as guests, who must not read an open room.
 */
export const addWriters: Mutation<{ writers: readonly Writer[] }, object> = {
  lockKeys: (_call, { writers }) => [...new Set(writers.map(({ roomId }) => `room:${roomId}` as const))],

  async run(db, call, { writers }) {
    const publications: Publication[] = [];
    for (const { roomId, uid } of writers) {
      const { role, leftAt, bannedUntil } = await findMembership(db, roomId, uid);
      const isCandidate = role === null && leftAt === null && bannedUntil === null;
      if (isCandidate && !(await hasMaxRooms(db, uid)))
        publications.push(
          await changeMembership(db, call, roomId, uid, { role: 'member' }, { isMigrated: true }),
        );
    }
    return { output: {}, publications };
  },
};

/** The cursor is the last room and person. */
export function createWriterSweep(
  read: Db,
  writer: MutationWriter<{ add_writers: typeof addWriters }>,
): JobDefinition {
  return {
    kind: 'join_writers',
    intervalMs: INTERVAL_MS,
    async step(cursor = ' ') {
      const [roomId = '', uid = ''] = cursor.split(' ');
      const writers = await selectWriters(read, roomId, uid, BATCH_SIZE);
      if (writers.length > 0) await writer.write('add_writers', SYSTEM_CALLER, { writers });
      const last = writers.at(-1);
      return last && writers.length === BATCH_SIZE ? `${last.roomId} ${last.uid}` : undefined;
    },
  };
}
