import { assertEqual } from '@snug/testkit/compare.ts';
import type { Db } from '../src/db/schema.ts';
import type { Simulation } from './simulation.ts';

/** Throws if an erasure has left a row of a message that is gone. */
export async function checkTrims({ roomIds }: Pick<Simulation, 'roomIds'>, db: Db): Promise<void> {
  const rooms = await db
    .selectFrom('rooms')
    .select(['id', 'trimErasing', 'trimmedBefore', 'trimmedPins'])
    .execute();
  for (const { id: roomId, trimErasing, trimmedBefore, trimmedPins } of rooms) {
    if (!roomIds.includes(roomId) || trimErasing !== null) continue;
    const messages = await db
      .selectFrom('messages')
      .select(['id', 'seq', 'rootId', 'pinnedAt'])
      .where('roomId', '=', roomId)
      .execute();
    const early = messages.filter(({ seq, pinnedAt }) => {
      const isKeptPin = trimmedPins !== null && pinnedAt !== null;
      return seq < (trimmedBefore ?? 0) && !isKeptPin;
    });
    assertEqual(`${roomId}: erased messages`, early, []);
    const ids = new Set(messages.map(({ id }) => id));
    const roots = new Set(messages.map(({ id, rootId }) => rootId ?? id));
    for (const table of ['reactions', 'saved'] as const) {
      const rows = await db.selectFrom(table).select('messageId').where('roomId', '=', roomId).execute();
      assertEqual(
        `${roomId}: ${table} of erased messages`,
        rows.filter(row => !ids.has(row.messageId)),
        [],
      );
    }
    for (const table of ['own_conversations', 'reply_counts'] as const) {
      const rows = await db.selectFrom(table).select('rootId').where('roomId', '=', roomId).execute();
      assertEqual(
        `${roomId}: ${table} of erased messages`,
        rows.filter(row => !roots.has(row.rootId)),
        [],
      );
    }
  }
}
