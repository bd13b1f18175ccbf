/** The only file outside of `sqlite/` that imports the engine. */
export { runBatch } from './sqlite/batch.ts';
export { openDatabase, openDataFolder } from './sqlite/data-folder.ts';
export { dialect } from './sqlite/dialect.ts';
export { openSqliteStore as openStore } from './sqlite/sqlite-store.ts';
