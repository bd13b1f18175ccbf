import { createDatabaseOpener } from '../offline/browser-database.ts';

/** The keys of `outbox` rise with each added `OutboxRow`. `recordings`: unsent voice messages, keyed by uid and room id. */
export const openDatabase = createDatabaseOpener('snug', 1, database => {
  const outbox = database.createObjectStore('outbox', { autoIncrement: true });
  outbox.createIndex('byPerson', 'uid');
  outbox.createIndex('byId', 'item.id', { unique: true });
  database.createObjectStore('recordings');
});
