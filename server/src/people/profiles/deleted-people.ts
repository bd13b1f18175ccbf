import { preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

const selectDeleted = preparedIn<[], { id: string }>(
  `select "id" from "users" where "deletedAt" is not null and "id" in ($values)`,
);

export async function hasDeletedAccount(db: Db, uids: readonly string[]): Promise<boolean> {
  return (await selectDeleted(db, uids)).length > 0;
}
