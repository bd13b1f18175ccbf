import type { Kysely } from 'kysely';

/** The sizes of a person's files, to be added up without reading the files' rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('files_owner').on('files').columns(['ownerId', 'state', 'size']).execute();
}
