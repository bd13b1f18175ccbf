import type { Kysely } from 'kysely';

/** Who has Snug open. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('presence')
    .addColumn('userId', 'text', column => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('lastChanged', 'bigint', column => column.notNull())
    .execute();
}
