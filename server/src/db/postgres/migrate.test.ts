import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, dropDatabase } from '@snug/testkit/postgres/postgres-server.ts';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../testing/database.ts';
import { openStore } from '../open.ts';

/** Longer than a migration waits for a lock. */
const HELD_MS = 700;

const LAST = '0035-notice-sessions';
const FIRST_UNDONE = '0003-members-and-kinds';
const UNDO = [
  `drop table "outside_mentions"`,
  `drop function "forget_folded" cascade`,
  `drop table "webhooks", "settings"`,
  `drop table "two_step", "recovery_codes", "passkeys", "used_challenges"`,
  `drop table "pending_publications"`,
  `drop table "token_rooms", "tokens", "account_deletions", "suspensions", "one_time_links", "account_notices"`,
  `alter table "users" drop column "ownerId", drop column "deletedAt", drop column "folded"`,
  `alter table "sessions" drop column "noticesSeenAt"`,
  `drop table "reports"`,
  `drop table "audit", "setup_codes", "workspace_admins"`,
  `drop function "keep_audit"`,
  `alter table "messages" drop column "revision", drop column "editedAt", drop column "editIds",
    drop column "replyTo", drop column "rootId", drop column "mentions", drop column "mentionsRoom", drop column "removed",
    drop column "pinnedAt", drop column "pinnedBy", drop column "fileKind", drop column "links",
    drop column "notice"`,
  `drop table "saved", "saved_versions"`,
  `drop table "mentions", "reads"`,
  `drop table "blocks", "block_versions"`,
  `drop index "reactions_emoji", "reactions_person", "files_sent", "files_counted"`,
  `drop table "invite_uses", "invite_rooms", "invites"`,
  `drop table "people_names"`,
  `drop index "files_room", "rooms_deleted", "members_joined", "members_writers"`,
  `alter table "rooms" drop column "kind", drop column "people", drop column "archivedAt", drop column "deletedAt",
    drop column "membersInvite", drop column "folded"`,
  `alter table "room_activity" drop column "kind"`,
  `alter table "members" drop column "version", drop column "bannedUntil", drop column "silencedUntil",
    drop column "favourite", drop column "muted", drop column "hiddenSeq", drop column "request",
    drop column "requestedBy", drop column "hasLeft"`,
  `delete from "kysely_migration" where "name" >= '${FIRST_UNDONE}'`,
];

test('a migration waits for the transactions of other servers without failing theirs', async () => {
  const databaseUrl = await createDatabase(inject('postgresUrl'), `test_${randomUUID()}`);
  onTestFinished(() => dropDatabase(databaseUrl));
  const open = () =>
    openStore({ data: temporaryFolder(), databaseUrl, onFatalError: () => {}, prepare: async () => {} });
  await (await open()).store.close();
  const other = new Client({ connectionString: databaseUrl });
  await other.connect();
  onTestFinished(() => other.end());
  for (const statement of UNDO) await other.query(statement);
  await other.query('begin');
  await other.query('lock table "members" in exclusive mode');
  const opening = open();
  await wait(HELD_MS);
  // The migration has changed this table and given way.
  await other.query('alter table "rooms" add column "kind" text; alter table "rooms" drop column "kind"');
  await other.query('commit');
  const { store } = await opening;
  await store.close();
  const { rows } = await other.query(`select "name" from "kysely_migration" order by 1`);
  expect(rows.map(({ name }) => name)).toContain(LAST);
});
