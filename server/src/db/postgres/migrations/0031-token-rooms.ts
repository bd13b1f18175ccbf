import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table "token_rooms" (
    "roomId" text collate "C" not null,
    "programId" text collate "C" not null,
    "tokenId" text collate "C" not null references "tokens" on delete cascade,
    primary key ("roomId", "programId")
  )`,
  `create index "token_rooms_token" on "token_rooms" ("tokenId")`,
  `insert into "token_rooms" ("roomId", "programId", "tokenId")
   select r, t."id", t."id" from "tokens" t, unnest(string_to_array(t."roomIds", ' ')) r where t."roomIds" is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
