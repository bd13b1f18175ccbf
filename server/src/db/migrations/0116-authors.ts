/** The authors of imported messages are in no list of accounts, and the lists do not read them. */
export function createStatements(): string[] {
  return [
    `update "accounts" set "providerId" = 'imported-author' where "providerId" = 'imported'
     and "userId" in (select "id" from "users" where "email" like '%@author.invalid')`,
    `delete from "people_names" where "userId" in (select "id" from "users" where "email" like '%@author.invalid')`,
    `drop index "users_joined"`,
    `create index "users_joined" on "users" ("createdAt", "id")
     where "deletedAt" is null and "email" not like '%@author.invalid'`,
  ];
}
