import { addColumns, type MigrationDialect } from './dialect.ts';

/**
 * The people and rooms of imports, so that a second import finds them. The rows of rooms outlive them: a deleted room does not come back.
 * Imported files do not count towards the quotas of people.
 */
export function createStatements({ text, clustered }: MigrationDialect): string[] {
  return [
    `create table "import_people" (
      "source" ${text} not null,
      "sourceId" ${text} not null,
      "userId" ${text} not null references "users" on delete cascade,
      primary key ("source", "sourceId")
    )${clustered}`,
    `create index "import_people_user" on "import_people" ("userId")`,
    `create table "import_rooms" (
      "source" ${text} not null,
      "sourceId" ${text} not null,
      "roomId" ${text} not null,
      "seq" bigint not null,
      "lastAt" bigint,
      "finished" integer,
      primary key ("source", "sourceId")
    )${clustered}`,
    `create index "import_rooms_room" on "import_rooms" ("roomId")`,
    ...addColumns('files', ['"imported" integer']),
    `create index "files_own" on "files" ("ownerId", "state", "size") where "imported" is null`,
  ];
}
