import { type Kysely, sql } from 'kysely';
import { toNameKeys } from '../../name-keys.ts';

const ROOMS_A_STEP = 500;

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('room_activity')
    .addColumn('roomId', 'text', column => column.primaryKey().references('rooms.id'))
    .addColumn('at', 'bigint', column => column.notNull())
    .modifyEnd(sql`without rowid`)
    .execute();
  await sql`insert into "room_activity" ("roomId", "at")
    select r."id", coalesce(m."createdAt", r."createdAt") from "rooms" r
    left join "messages" m on m."roomId" = r."id" and m."seq" = r."lastMessageSeq"`.execute(db);
  await db.schema.createIndex('room_activity_at').on('room_activity').columns(['at', 'roomId']).execute();
  await db.schema
    .createTable('room_names')
    .addColumn('isInside', 'integer', column => column.notNull())
    .addColumn('words', 'text', column => column.notNull())
    .addColumn('roomId', 'text', column => column.notNull().references('rooms.id'))
    .addPrimaryKeyConstraint('room_names_key', ['isInside', 'words', 'roomId'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await db.schema.createIndex('room_names_room').on('room_names').column('roomId').execute();
  await indexNames(db.withTables<Tables>());
}

type Tables = {
  rooms: { id: string; name: string };
  room_names: { isInside: number; words: string; roomId: string };
};

async function indexNames(db: Kysely<Tables>): Promise<void> {
  for (let after = ''; ; ) {
    const rooms = await db
      .selectFrom('rooms')
      .select(['id', 'name'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROOMS_A_STEP)
      .execute();
    for (const { id: roomId, name } of rooms) {
      const rows = toNameKeys(name).map(({ isInside, words }) => ({
        isInside: Number(isInside),
        words,
        roomId,
      }));
      await db
        .insertInto('room_names')
        .values(rows)
        .onConflict(conflict => conflict.doNothing())
        .execute();
    }
    const last = rooms.at(-1);
    if (!last) return;
    after = last.id;
  }
}
