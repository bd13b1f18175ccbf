import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('files_owner').on('files').columns(['ownerId', 'state', 'size']).execute();
}
