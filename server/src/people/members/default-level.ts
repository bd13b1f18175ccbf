import type { NotificationLevel } from '@snug/protocol';
import { newId } from '../../base/ids.ts';
import type { JobDefinition } from '../../cluster/jobs/job-runner.ts';
import { scheduleJob } from '../../cluster/jobs/job-store.ts';
import { type Mutation, type MutationContext, SYSTEM_CALLER } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import {
  endDuePerson,
  findDuePerson,
  listOwnRoomIds,
  storeLevel,
  writeDefaultLevel,
} from './default-level-store.ts';

const KIND = 'default_levels';
const INTERVAL_MS = 5 * 60_000;
const BATCH_SIZE = 200;
/** Longer than a transaction: a person who joined a room in one may have got the level of before. Then the next run corrects it. */
const SETTLED_MS = 60_000;

/**
 * For the person's rooms without a level of their own: those of now get it from a job within seconds, later ones when the person joins. So a
 * message reads no members to find out who gets it. The caller holds the person's lock.
 */
export async function changeDefaultLevel(
  db: Db,
  { uid, now }: MutationContext,
  level: NotificationLevel,
): Promise<void> {
  if (await storeLevel(db, uid, level, now)) await scheduleJob(db, newId(), KIND, now);
}

interface SpreadInput {
  uid: string;
  roomIds: readonly string[];
  /** The person has no further rooms. */
  isLast: boolean;
}

const spreadDefaultLevel: Mutation<SpreadInput, object> = {
  lockKeys: (_call, { roomIds }) => roomIds.map(roomId => `room:${roomId}` as const),

  async run(db, { now }, { uid, roomIds, isLast }) {
    await writeDefaultLevel(db, uid, roomIds);
    if (isLast) await endDuePerson(db, uid, now - SETTLED_MS);
    return { output: {}, publications: [] };
  },
};

export const DEFAULT_LEVEL_MUTATIONS = { spread_default_level: spreadDefaultLevel };

/** The cursor is the person, and their last room if they may have further ones. */
export function createDefaultLevelJob(
  read: Db,
  writer: MutationWriter<typeof DEFAULT_LEVEL_MUTATIONS>,
): JobDefinition {
  return {
    kind: KIND,
    intervalMs: INTERVAL_MS,
    async step(cursor = ' ') {
      const [last = '', after = ''] = cursor.split(' ');
      const uid = after === '' ? await findDuePerson(read, last) : last;
      if (uid === undefined) return undefined;
      const roomIds = await listOwnRoomIds(read, uid, after, BATCH_SIZE);
      const isLast = roomIds.length < BATCH_SIZE;
      await writer.write('spread_default_level', SYSTEM_CALLER, { uid, roomIds, isLast });
      return `${uid} ${(!isLast && roomIds.at(-1)) || ''}`;
    },
  };
}
