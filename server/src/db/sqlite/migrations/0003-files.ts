import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('files')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('key', 'text', column => column.notNull().unique())
    .addColumn('ownerId', 'text', column => column.notNull().references('users.id'))
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('contentType', 'text', column => column.notNull())
    .addColumn('size', 'integer', column => column.notNull())
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('duration', 'integer')
    .addColumn('peaks', 'text')
    .addColumn('createdAt', 'bigint', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .execute();
  await db.schema.createIndex('files_state').on('files').columns(['state', 'ownerId', 'createdAt']).execute();
  await db.schema
    .alterTable('messages')
    .addColumn('fileId', 'text', column => column.references('files.id'))
    .execute();
  await db.schema
    .createIndex('messages_file')
    .unique()
    .on('messages')
    .column('fileId')
    .where('fileId', 'is not', null)
    .execute();
}
