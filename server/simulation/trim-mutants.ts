import { afterTrimmedOf, trimmedBefore } from '../src/chat/rooms/trimmed-log.ts';
import { MUTATIONS } from '../src/commands/mutations.ts';
import type { Db } from '../src/db/schema.ts';
import type { SimulationMutant } from './read-mutants.ts';

const trimOneMore: typeof MUTATIONS.trim_room = {
  ...MUTATIONS.trim_room,
  async run(db, call, input) {
    const { output, publications } = await MUTATIONS.trim_room.run(db, call, input);
    const next = publications.length > 0 ? await findFirst(db, input.roomId) : undefined;
    if (next === undefined) return { output, publications };
    const before = next + 1;
    await db.updateTable('rooms').set({ trimmedBefore: before }).where('id', '=', input.roomId).execute();
    const changed = publications.map(({ event, ...rest }) => ({ ...rest, event: { ...event, before } }));
    return { output, publications: changed };
  },
};

const eraseOneMore: typeof MUTATIONS.erase_trimmed = {
  ...MUTATIONS.erase_trimmed,
  async run(db, call, { roomId }) {
    const result = await MUTATIONS.erase_trimmed.run(db, call, { roomId });
    const next = result.output.hasMore ? await findFirst(db, roomId) : undefined;
    if (next !== undefined)
      await db.deleteFrom('messages').where('roomId', '=', roomId).where('seq', '=', next).execute();
    return result;
  },
};

/** The seq of the first message that no trim took. */
async function findFirst(db: Db, roomId: string): Promise<number | undefined> {
  const { trimmedBefore: before } = await db
    .selectFrom('rooms')
    .select('trimmedBefore')
    .where('id', '=', roomId)
    .executeTakeFirstOrThrow();
  const row = await db
    .selectFrom('messages')
    .select('seq')
    .where('roomId', '=', roomId)
    .where('seq', '>=', before ?? 0)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  return row?.seq;
}

/** Clients learn of each beginning of a log as if it were one step earlier. */
const lowerBeginnings = (frame: string) =>
  frame.replaceAll(/"(before|trimmedBefore)":(\d+)/g, (_match, name, seq) => `"${name}":${Number(seq) - 1}`);

const replaceSql = (sql: string, by: string) => (statement: string) => statement.replaceAll(sql, by);

/** Each breaks a rule of trims. */
export const TRIM_MUTANTS: Readonly<Record<string, SimulationMutant>> = {
  'a trim takes a message too many': {
    faults: { mutations: { ...MUTATIONS, trim_room: trimOneMore } },
    expectedError: /is too young/,
    hasTrims: true,
  },
  'an erasure takes a message too many': {
    faults: { mutations: { ...MUTATIONS, erase_trimmed: eraseOneMore } },
    expectedError: /no trim took it/,
    hasTrims: true,
  },
  'clients keep a trimmed message': {
    faults: { receive: lowerBeginnings },
    expectedError: /still sees message|"trimmedBefore":/,
    hasTrims: true,
  },
  'trimmed messages count as unread': {
    faults: { rewrite: replaceSql(afterTrimmedOf('c."seq"', 'r'), 'c."seq"') },
    expectedError: /unread messages on device/,
    hasTrims: true,
  },
  'an answer keeps the quote of a trimmed message': {
    faults: { rewrite: replaceSql(`and q."seq" >= ${trimmedBefore('m."roomId"')}`, '') },
    expectedError: /still sees a quote|what .* sees|the conversation/,
    hasTrims: true,
  },
};
