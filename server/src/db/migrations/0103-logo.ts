import type { MigrationDialect } from './dialect.ts';

/** The pictures of the workspace's logo, in base64: both engines and backups store texts in the same way. */
export function createStatements({ text }: MigrationDialect): string[] {
  return [
    `create table "logo_pictures" (
      "token" ${text} not null,
      "picture" ${text} not null,
      "bytes" text not null,
      constraint "logo_pictures_key" primary key ("token", "picture")
    )`,
  ];
}
