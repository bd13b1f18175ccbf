import { type Kysely, sql } from 'kysely';

// A node updates its row every two seconds. Rates need not survive a crash of the database server.
const STATEMENTS = [
  `create table "nodes" (
    "id" text collate "C" primary key,
    "startedAt" bigint not null,
    "expiresAt" bigint not null,
    "version" text not null
  ) with (fillfactor = 50)`,
  `create table "visits" (
    "userId" text collate "C" not null references "users" on delete cascade,
    "nodeId" text collate "C" not null references "nodes",
    constraint "visits_key" primary key ("userId", "nodeId")
  )`,
  `create index "visits_node" on "visits" ("nodeId")`,
  `create unlogged table "rates" ("key" text collate "C" primary key, "fullAt" bigint not null)`,
  `create index "rates_full" on "rates" ("fullAt")`,
  `insert into "meta" ("key", "value") values ('oldestVersion', '0.0.0') on conflict do nothing`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
