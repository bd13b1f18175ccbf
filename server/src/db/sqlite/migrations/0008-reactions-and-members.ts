import { type Kysely, sql } from 'kysely';

/** Ids of messages become unique within their room, and what belongs to a message names its room. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table "kept_likes" as
    select m."roomId", l."messageId", l."userId" from "likes" l join "messages" m on m."id" = l."messageId"`.execute(
    db,
  );
  await db.schema.dropTable('likes').execute();
  await rebuildMessages(db);
  await db.schema
    .createTable('likes')
    .addColumn('roomId', 'text', column => column.notNull())
    .addColumn('messageId', 'text', column => column.notNull())
    .addColumn('userId', 'text', column => column.notNull().references('users.id'))
    .addPrimaryKeyConstraint('likes_key', ['roomId', 'messageId', 'userId'])
    .addForeignKeyConstraint('likes_message', ['roomId', 'messageId'], 'messages', ['roomId', 'id'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await sql`insert into "likes" ("roomId", "messageId", "userId")
    select "roomId", "messageId", "userId" from "kept_likes" order by 1, 2, 3`.execute(db);
  await db.schema.dropTable('kept_likes').execute();
}

const COLUMNS = sql.raw(
  ['roomId', 'seq', 'id', 'authorId', 'createdAt', 'changedSeq', 'text', 'fileId', 'likeCount', 'deletedAt']
    .map(name => `"${name}"`)
    .join(', '),
);

/** SQLite cannot take a unique column back, so the table is copied. */
async function rebuildMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('new_messages')
    .addColumn('roomId', 'text', column => column.notNull().references('rooms.id'))
    .addColumn('seq', 'bigint', column => column.notNull())
    .addColumn('id', 'text', column => column.notNull())
    .addColumn('authorId', 'text', column => column.notNull().references('users.id'))
    .addColumn('createdAt', 'bigint', column => column.notNull())
    .addColumn('changedSeq', 'bigint', column => column.notNull())
    .addColumn('text', 'text')
    .addColumn('fileId', 'text', column => column.references('files.id'))
    .addColumn('likeCount', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('deletedAt', 'bigint')
    .addPrimaryKeyConstraint('messages_key', ['roomId', 'seq'])
    // The table is its own index by room and seq, so a page is one stretch of the file. Only SQLite says so here.
    .modifyEnd(sql`without rowid`)
    .execute();
  await sql`insert into "new_messages" (${COLUMNS})
    select ${COLUMNS} from "messages" order by "roomId", "seq"`.execute(db);
  // Else the words of messages that are deleted later would stay in the free pages of the file.
  await sql`pragma secure_delete = on`.execute(db);
  await db.schema.dropTable('messages').execute();
  await sql`pragma secure_delete = off`.execute(db);
  await db.schema.alterTable('new_messages').renameTo('messages').execute();
  await indexMessages(db);
}

async function indexMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('messages_id').unique().on('messages').columns(['roomId', 'id']).execute();
  await db.schema
    .createIndex('messages_changed')
    .unique()
    .on('messages')
    .columns(['roomId', 'changedSeq'])
    .execute();
  await db.schema
    .createIndex('messages_file')
    .unique()
    .on('messages')
    .column('fileId')
    .where('fileId', 'is not', null)
    .execute();
  await sql`create index "messages_live" on "messages" ("roomId", "seq", "authorId")
    where "deletedAt" is null`.execute(db);
}
