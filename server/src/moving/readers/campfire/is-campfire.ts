/** Of the first bytes of a file, as a text. */
export function isDatabaseFile(head: string): boolean {
  return head.startsWith('SQLite format 3\0');
}

/** Its first page has the statements that made the tables. No other chat has boosts. */
export function isCampfire(head: string): boolean {
  return isDatabaseFile(head) && /CREATE TABLE (?:"boosts"|boosts)/i.test(head);
}

/** By the name of a file. Also of what is not written into the database so far. */
export function isNamedDatabase(path: string): boolean {
  return /\.(?:sqlite3?|db)(?:-wal)?$/i.test(path);
}
