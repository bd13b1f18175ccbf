import type { countRooms } from '@snug/server/chat/reads/count-store.ts';
import type { CursorMove, moveCursorBack, raiseCursor } from '@snug/server/chat/reads/read-store.ts';
import type { SnugMutations } from '@snug/server/commands/mutations.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { sql } from 'kysely';
import { defineWrapper, type Mutant } from './mutant.ts';

const COUNTED = {
  deleted: sql<boolean>`m."deletedAt" is not null and m."authorId" <> r."userId"`,
  own: sql<boolean>`m."deletedAt" is null and m."authorId" = r."userId"`,
  blocked: sql<boolean>`m."deletedAt" is null and m."authorId" in
    (select "blockedId" from "blocks" b where b."userId" = r."userId")`,
};

/** The counts of unread messages include these, too. */
function countAlso(which: keyof typeof COUNTED): Mutant {
  return {
    countRooms: defineWrapper<typeof countRooms>(real => async (db, uid, roomIds) => {
      const rooms = await real(db, uid, roomIds);
      for (const { roomId, read } of rooms) read.unread += await countMore(db, uid, roomId, which);
      return rooms;
    }),
  };
}

async function countMore(db: Db, uid: string, roomId: string, which: keyof typeof COUNTED): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as "count" from "reads" r
    join "messages" m on m."roomId" = r."roomId" and m."seq" > r."seq"
    where r."userId" = ${uid} and r."roomId" = ${roomId} and ${COUNTED[which]}`.execute(db);
  return rows[0]?.count ?? 0;
}

async function toStoredVersion(db: Db, move: CursorMove): Promise<CursorMove> {
  const select = db.selectFrom('reads').select('version').where('userId', '=', move.uid);
  const row = await select.where('roomId', '=', move.roomId).executeTakeFirst();
  return { ...move, version: row?.version ?? move.version };
}

/** Each breaks read cursors, or the numbers of unread messages. */
export const CURSOR_MUTANTS: Readonly<Record<string, Mutant>> = {
  'a cursor that accepts a lower seq': {
    raiseCursor: defineWrapper<typeof raiseCursor>(() => async (db, { uid, roomId, seq, version }) => {
      const update = db.updateTable('reads').set({ seq }).where('userId', '=', uid);
      await update.where('roomId', '=', roomId).where('version', '=', version).execute();
      return true;
    }),
  },
  'a cursor that accepts an old version': {
    raiseCursor: defineWrapper<typeof raiseCursor>(
      real => async (db, move) => real(db, await toStoredVersion(db, move)),
    ),
    moveCursorBack: defineWrapper<typeof moveCursorBack>(
      real => async (db, move) => real(db, await toStoredVersion(db, move)),
    ),
  },
  'a cursor that other devices do not receive': {
    'MUTATIONS.set_read.run': defineWrapper<SnugMutations['set_read']['run']>(real => async (...input) => {
      const { output } = await real(...input);
      return { output: { ...output, moved: [] }, publications: [] };
    }),
  },
  'a count that includes deleted messages': countAlso('deleted'),
  "a count that includes one's own messages": countAlso('own'),
  'a count that includes blocked people': countAlso('blocked'),
};
