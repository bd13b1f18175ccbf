import type { Mutation, Publication } from '../db/mutation.ts';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';
import type { MutationWriter } from '../db/writer.ts';
import type { JobDefinition } from '../jobs/job-runner.ts';
import { findPlace, hasMaxRooms } from './member-store.ts';
import { changePlace } from './places.ts';

const INTERVAL_MS = 60 * 60_000;
const BATCH_SIZE = 200;

interface WriterPlace {
  roomId: string;
  uid: string;
}

const selectWriters = prepared<[roomId: string, uid: string, limit: number], WriterPlace>(
  `select "roomId", "userId" as "uid" from "members"
   where "role" is null and "leftAt" is null and "bannedUntil" is null and "lastSeq" is not null
     and ("roomId", "userId") > ($1, $2) order by "roomId", "userId" limit $3`,
);

/** Makes the writers of open rooms members: earlier releases store them without a role. */
export const addWriters: Mutation<{ places: readonly WriterPlace[] }, object> = {
  lockKeys: (_call, { places }) => [...new Set(places.map(({ roomId }) => `room:${roomId}` as const))],

  async run(db, call, { places }) {
    const publications: Publication[] = [];
    for (const { roomId, uid } of places) {
      const { role, leftAt, bannedUntil } = await findPlace(db, roomId, uid);
      const isCandidate = role === null && leftAt === null && bannedUntil === null;
      if (isCandidate && !(await hasMaxRooms(db, uid)))
        publications.push(await changePlace(db, call, roomId, uid, { role: 'member' }));
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
      const places = await selectWriters(read, roomId, uid, BATCH_SIZE);
      if (places.length > 0) await writer.write('add_writers', { uid: '' }, { places });
      const last = places.at(-1);
      return last && places.length === BATCH_SIZE ? `${last.roomId} ${last.uid}` : undefined;
    },
  };
}
