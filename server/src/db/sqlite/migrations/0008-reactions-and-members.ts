import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Texts of deleted messages must not remain in free pages of the file. 0007 turns this off.
  await sql`pragma secure_delete = on`.execute(db);
  await copyMessages(db);
  await copyLikes(db);
  await db.schema.dropTable('likes').execute();
  await db.schema.dropTable('messages').execute();
  await db.schema.alterTable('new_messages').renameTo('messages').execute();
  await indexMessages(db);
  await gatherMembers(db);
  await nameRoomsOfFiles(db);
}

/** SQLite cannot make a unique column an ordinary one, so the table is copied. */
async function copyMessages(db: Kysely<unknown>): Promise<void> {
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
    .addColumn('reactions', 'text')
    .addColumn('deletedAt', 'bigint')
    .addPrimaryKeyConstraint('messages_key', ['roomId', 'seq'])
    // Clustered by room and seq, so that a page is contiguous in the file. Only SQLite needs this clause.
    .modifyEnd(sql`without rowid`)
    .execute();
  await sql`insert into "new_messages"
    ("roomId", "seq", "id", "authorId", "createdAt", "changedSeq", "text", "fileId", "reactions", "deletedAt")
    select "roomId", "seq", "id", "authorId", "createdAt", "changedSeq", "text", "fileId",
      case when "likeCount" > 0 then '{"' || ${HEART} || '":' || "likeCount" || '}' end, "deletedAt"
    from "messages" order by "roomId", "seq"`.execute(db);
  await db.schema.createIndex('messages_id').unique().on('new_messages').columns(['roomId', 'id']).execute();
}

const HEART = sql.lit('\u2764\ufe0f');

async function copyLikes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reactions')
    .addColumn('roomId', 'text', column => column.notNull())
    .addColumn('messageId', 'text', column => column.notNull())
    .addColumn('userId', 'text', column => column.notNull().references('users.id'))
    .addColumn('emoji', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('reactions_key', ['roomId', 'messageId', 'userId', 'emoji'])
    // SQLite also renames the table here when it gets its final name.
    .addForeignKeyConstraint('reactions_message', ['roomId', 'messageId'], 'new_messages', ['roomId', 'id'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await sql`insert into "reactions" ("roomId", "messageId", "userId", "emoji")
    select m."roomId", l."messageId", l."userId", ${HEART}
    from "likes" l join "messages" m on m."id" = l."messageId" order by 1, 2, 3`.execute(db);
}

async function indexMessages(db: Kysely<unknown>): Promise<void> {
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
  // Pages and the last message of a room must not scan deleted messages.
  await sql`create index "messages_live" on "messages" ("roomId", "seq", "authorId")
    where "deletedAt" is null`.execute(db);
}

/** The time of becoming an admin was not recorded, but the creator of a room was its first admin. */
async function gatherMembers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('members')
    .addColumn('roomId', 'text', column => column.notNull().references('rooms.id'))
    .addColumn('userId', 'text', column => column.notNull().references('users.id'))
    .addColumn('role', 'text')
    .addColumn('joinedAt', 'bigint')
    .addColumn('leftAt', 'bigint')
    .addColumn('messageCount', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('lastSeq', 'bigint')
    .addPrimaryKeyConstraint('members_key', ['roomId', 'userId'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await sql`insert into "members" ("roomId", "userId", "messageCount", "lastSeq")
    select "roomId", "userId", "messageCount", "lastSeq" from "room_people" order by 1, 2`.execute(db);
  await sql`insert into "members" ("roomId", "userId", "role", "joinedAt")
    select a."roomId", a."userId", 'admin', case when r."createdBy" = a."userId" then r."createdAt" end
    from "room_admins" a join "rooms" r on r."id" = a."roomId" where true
    on conflict ("roomId", "userId") do update set "role" = excluded."role", "joinedAt" = excluded."joinedAt"`.execute(
    db,
  );
  await db.schema.dropTable('room_people').execute();
  await db.schema.dropTable('room_admins').execute();
  await db.schema.createIndex('members_person').on('members').columns(['userId', 'roomId']).execute();
  await sql`create index "members_role" on "members" ("roomId", "role", "userId") where "role" is not null`.execute(
    db,
  );
}

async function nameRoomsOfFiles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('files')
    .addColumn('roomId', 'text', column => column.references('rooms.id'))
    .execute();
  await sql`update "files" set "roomId" = m."roomId" from "messages" m where m."fileId" = "files"."id"`.execute(
    db,
  );
}
