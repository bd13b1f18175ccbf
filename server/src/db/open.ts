/** The engine in use: the only file outside `sqlite/` that imports from there. */
export { runBatch } from './sqlite/batch.ts';
export { openDatabase, openDataFolder } from './sqlite/data-folder.ts';
export { dialect } from './sqlite/dialect.ts';
export { openSqliteStore as openStore } from './sqlite/sqlite-store.ts';
