/** PostgreSQL's answer to a COMMIT, when it has synced the transaction: its type, its length, and the completed command. */
export const COMMITTED = Buffer.from('C\0\0\0\x0bCOMMIT\0');
