import { addColumns } from './dialect.ts';

/** People who see only the private rooms to which they were invited. */
export function createStatements(): string[] {
  return [
    ...addColumns('users', ['"guest" integer', '"guestInviter" text', '"guestUntil" bigint']),
    `create index "users_guests" on "users" ("createdAt", "id") where "guest" is not null and "deletedAt" is null`,
    `create index "users_guests_ending" on "users" ("guestInviter", "guestUntil") where "guestUntil" is not null`,
    ...addColumns('rooms', ['"guestCount" integer not null default 0']),
    ...addColumns('invites', ['"guest" integer', '"guestUntil" bigint']),
  ];
}
