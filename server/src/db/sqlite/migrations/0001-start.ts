import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await accounts(db);
  await rooms(db);
  await messages(db);
  await db.schema
    .createTable('meta')
    .addColumn('key', 'text', column => column.primaryKey())
    .addColumn('value', 'text', column => column.notNull())
    .execute();
}

async function accounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('email', 'text', column => column.notNull().unique())
    .addColumn('emailVerified', 'boolean', column => column.notNull())
    .addColumn('avatar', 'text')
    .addColumn('createdAt', 'timestamptz', column => column.notNull())
    .addColumn('updatedAt', 'timestamptz', column => column.notNull())
    .addColumn('version', 'integer', column => column.notNull().defaultTo(1))
    .execute();
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('expiresAt', 'timestamptz', column => column.notNull())
    .addColumn('token', 'text', column => column.notNull().unique())
    .addColumn('createdAt', 'timestamptz', column => column.notNull())
    .addColumn('updatedAt', 'timestamptz', column => column.notNull())
    .addColumn('ipAddress', 'text')
    .addColumn('userAgent', 'text')
    .addColumn('userId', 'text', column => column.notNull().references('users.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('sessions_user').on('sessions').column('userId').execute();
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('accountId', 'text', column => column.notNull())
    .addColumn('providerId', 'text', column => column.notNull())
    .addColumn('userId', 'text', column => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('accessToken', 'text')
    .addColumn('refreshToken', 'text')
    .addColumn('idToken', 'text')
    .addColumn('accessTokenExpiresAt', 'timestamptz')
    .addColumn('refreshTokenExpiresAt', 'timestamptz')
    .addColumn('scope', 'text')
    .addColumn('password', 'text')
    .addColumn('createdAt', 'timestamptz', column => column.notNull())
    .addColumn('updatedAt', 'timestamptz', column => column.notNull())
    .addUniqueConstraint('accounts_identity', ['providerId', 'accountId'])
    .execute();
  await db.schema.createIndex('accounts_user').on('accounts').column('userId').execute();
  await db.schema
    .createTable('verifications')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('identifier', 'text', column => column.notNull())
    .addColumn('value', 'text', column => column.notNull())
    .addColumn('expiresAt', 'timestamptz', column => column.notNull())
    .addColumn('createdAt', 'timestamptz', column => column.notNull())
    .addColumn('updatedAt', 'timestamptz', column => column.notNull())
    .execute();
  await db.schema.createIndex('verifications_identifier').on('verifications').column('identifier').execute();
}

async function rooms(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rooms')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('description', 'text', column => column.notNull())
    .addColumn('createdAt', 'bigint', column => column.notNull())
    .addColumn('createdBy', 'text', column => column.notNull().references('users.id'))
    .addColumn('seq', 'bigint', column => column.notNull())
    .addColumn('changedAt', 'bigint', column => column.notNull())
    .addColumn('lastMessageSeq', 'bigint')
    .execute();
  await db.schema
    .createTable('room_admins')
    .addColumn('roomId', 'text', column => column.notNull().references('rooms.id'))
    .addColumn('userId', 'text', column => column.notNull().references('users.id'))
    .addPrimaryKeyConstraint('room_admins_key', ['roomId', 'userId'])
    .execute();
}

async function messages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('messages')
    .addColumn('roomId', 'text', column => column.notNull().references('rooms.id'))
    .addColumn('seq', 'bigint', column => column.notNull())
    .addColumn('id', 'text', column => column.notNull().unique())
    .addColumn('authorId', 'text', column => column.notNull().references('users.id'))
    .addColumn('createdAt', 'bigint', column => column.notNull())
    .addColumn('changedSeq', 'bigint', column => column.notNull())
    .addColumn('text', 'text')
    .addColumn('likeCount', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('deletedAt', 'bigint')
    .addPrimaryKeyConstraint('messages_key', ['roomId', 'seq'])
    // Clustered by room and seq, so that a page is contiguous in the file. Only SQLite needs this clause.
    .modifyEnd(sql`without rowid`)
    .execute();
  await db.schema
    .createIndex('messages_changed')
    .unique()
    .on('messages')
    .columns(['roomId', 'changedSeq'])
    .execute();
  await db.schema
    .createTable('likes')
    .addColumn('messageId', 'text', column => column.notNull().references('messages.id'))
    .addColumn('userId', 'text', column => column.notNull().references('users.id'))
    .addPrimaryKeyConstraint('likes_key', ['messageId', 'userId'])
    .execute();
}
