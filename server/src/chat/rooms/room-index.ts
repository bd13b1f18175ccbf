import type { Room } from '@snug/protocol';
import type { JobDefinition } from '../../cluster/jobs/job-runner.ts';
import { type Mutation, type Publication, SYSTEM_CALLER } from '../../db/mutation.ts';
import { cleanStoredName } from '../../db/name-keys.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { indexName } from './room-names.ts';
import { findRoom } from './room-rows.ts';
import { changeRoom } from './rooms.ts';

const INTERVAL_MS = 6 * 60 * 60_000;
/** Few, because their rooms are locked meanwhile. */
const BATCH_SIZE = 50;

const selectRoomIds = prepared<[after: string, limit: number], { id: string }>(
  `select "id" from "rooms" where "id" > $1 order by "id" limit $2`,
);
const selectNamed = prepared<[roomId: string], { id: string; name: string; kind: 'open' | 'private' }>(
  `select "id", "name", "kind" from "rooms" where "id" = $1 and "kind" <> 'direct' and "deletedAt" is null`,
);

/** Makes rooms findable by their names, and cleans the names, also those that a server of an earlier release has stored. */
export const indexRooms: Mutation<{ roomIds: readonly string[] }, object> = {
  lockKeys: (_call, { roomIds }) => roomIds.map(roomId => `room:${roomId}` as const),

  async run(db, call, { roomIds }) {
    const publications: Publication[] = [];
    for (const roomId of roomIds) {
      const [named] = await selectNamed(db, roomId);
      if (!named) continue;
      const name = cleanStoredName(named.name);
      const room = name === named.name ? undefined : await findRoom(db, roomId);
      if (room)
        publications.push((await changeRoom(db, call, room, { ...pickTexts(room), name })).publication);
      else await indexName(db, named);
    }
    return { output: {}, publications };
  },
};

function pickTexts({ description, membersInvite }: Room) {
  return { description, ...(membersInvite !== undefined && { membersInvite }) };
}

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
      if (roomIds.length > 0) await writer.write('index_rooms', SYSTEM_CALLER, { roomIds });
      return roomIds.length === BATCH_SIZE ? roomIds.at(-1) : undefined;
    },
  };
}
