import { openDataFolder } from '@snug/server/db/open.ts';
import { addWorkspaceAdmin } from '@snug/server/workspace/workspace-admin-store.ts';
import { type RawBuilder, sql } from 'kysely';

const DAY_MS = 24 * 60 * 60_000;
/** One room in ten is private. */
const PRIVATE_SHARE = 10;

/** One for each person, who is its creator: an active invitation to Snug, two entries of the audit log, and a sent file. */
function createStatements(adminUid: string, now: number): RawBuilder<unknown>[] {
  const toId = (digit: string) => sql`${digit} || substr("id", 2)`;
  const audit = (action: string, by: RawBuilder<unknown>, digit: string) => sql`
    insert into "audit" ("at", "id", "action", "actorId", "targetId")
    select ${now - DAY_MS} + "rowid", ${toId(digit)}, ${action}, ${by}, "id" from "users" where true`;
  const isPrivate = sql`"rowid" % ${PRIVATE_SHARE} = 0`;
  return [
    sql`insert into "invites" ("id", "createdBy", "roomIds", "maxUses", "createdAt", "expiresAt")
      select ${toId('c')}, "id", '', 10, ${now} - "rowid", ${now + DAY_MS} from "users" where true`,
    audit('suspend', sql`${adminUid}`, 'a'),
    audit('end_suspension', sql`"id"`, 'b'),
    sql`insert into "files" ("id", "key", "ownerId", "roomId", "name", "contentType", "size", "createdAt", "state")
      select ${toId('d')}, ${toId('e')}, "id", (select "id" from "rooms" limit 1), 'a.txt', 'text/plain', 1000, ${now}, 'sent'
      from "users" where true`,
    sql`update "room_activity" set "kind" = 'private' where "roomId" in (select "id" from "rooms" where ${isPrivate})`,
    sql`update "rooms" set "kind" = 'private' where ${isPrivate}`,
  ];
}

/** For every list at `/admin`, on a stopped server with people and rooms. */
export async function addAdminRows(data: string, adminUid: string): Promise<void> {
  const { db, unlock } = await openDataFolder(data);
  for (const statement of createStatements(adminUid, Date.now())) await statement.execute(db);
  await addWorkspaceAdmin(db, adminUid, Date.now());
  await db.destroy();
  unlock();
}
