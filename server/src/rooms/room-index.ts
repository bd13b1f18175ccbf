import type { Mutation } from '../db/mutation.ts';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';
import type { MutationWriter } from '../db/writer.ts';
import type { JobDefinition } from '../jobs/job-runner.ts';
import { indexName } from './room-names.ts';

const INTERVAL_MS = 6 * 60 * 60_000;
/** Few, because their rooms are locked meanwhile. */
const BATCH_SIZE = 50;

const selectRoomIds = prepared<[after: string, limit: number], { id: string }>(
  `select "id" from "rooms" where "id" > $1 order by "id" limit $2`,
);
const selectOpenName = prepared<[roomId: string], { name: string }>(
  `select "name" from "rooms" where "id" = $1 and "kind" = 'open' and "deletedAt" is null`,
);

/** Makes open rooms findable by their names, also by those that a server of an earlier release has indexed. */
export const indexRooms: Mutation<{ roomIds: readonly string[] }, object> = {
  lockKeys: (_call, { roomIds }) => roomIds.map(roomId => `room:${roomId}` as const),

  async run(db, _call, { roomIds }) {
    for (const roomId of roomIds) {
      const [room] = await selectOpenName(db, roomId);
      if (room) await indexName(db, roomId, room.name);
    }
    return { output: {}, publications: [] };
  },
};

/** The cursor is the last room. */
export function createRoomIndexSweep(
  read: Db,
  writer: MutationWriter<{ index_rooms: typeof indexRooms }>,
): JobDefinition {
  return {
    kind: 'room_index',
    intervalMs: INTERVAL_MS,
    async step(after = '') {
      const roomIds = (await selectRoomIds(read, after, BATCH_SIZE)).map(({ id }) => id);
      if (roomIds.length > 0) await writer.write('index_rooms', { uid: '' }, { roomIds });
      return roomIds.length === BATCH_SIZE ? roomIds.at(-1) : undefined;
    },
  };
}
