import { createDatabaseOpener } from '../offline/browser-database.ts';

/**
 * `outbox`: unsent messages as `OutboxRow`; the keys rise with each added row. `recordings`: unsent voice messages as
 * `Recording`, keyed by uid and room id.
 */
export const openDatabase = createDatabaseOpener('snug', 1, database => {
  const outbox = database.createObjectStore('outbox', { autoIncrement: true });
  outbox.createIndex('byPerson', 'uid');
  outbox.createIndex('byId', 'item.id', { unique: true });
  database.createObjectStore('recordings');
});
