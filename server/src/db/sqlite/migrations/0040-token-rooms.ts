import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table "token_rooms" (
    "roomId" text not null,
    "programId" text not null,
    "tokenId" text not null references "tokens" on delete cascade,
    primary key ("roomId", "programId")
  ) without rowid`,
  `create index "token_rooms_token" on "token_rooms" ("tokenId")`,
  `insert into "token_rooms" ("roomId", "programId", "tokenId")
   select r.value, t."id", t."id" from "tokens" t, json_each('["' || replace(t."roomIds", ' ', '","') || '"]') r
   where t."roomIds" is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
