import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { toStoredTime } from '../../db/stored-time.ts';
import { isAuthorEmail } from '../provider-profile.ts';

const selectEmail = prepared<[uid: string], { email: string }>(`select "email" from "users" where "id" = $1`);
const selectOwner = prepared<[email: string], { id: string }>(`select "id" from "users" where "email" = $1`);
const updateEmail = prepared<[uid: string, email: string, at: string], never>(
  `update "users" set "email" = $2, "emailVerified" = false, "updatedAt" = $3 where "id" = $1`,
);

const updateVerified = prepared<[uid: string, at: string], never>(
  `update "users" set "emailVerified" = true, "updatedAt" = $2 where "id" = $1`,
);
const selectVerified = prepared<[uid: string], { id: string }>(
  `select "id" from "users" where "id" = $1 and "emailVerified"`,
);
const selectVerifiedOwner = prepared<[email: string], { id: string }>(
  `select "id" from "users" where "email" = $1 and "emailVerified"`,
);

export async function isVerified(db: Db, uid: string): Promise<boolean> {
  return (await selectVerified(db, uid)).length > 0;
}

export async function markVerified(db: Db, uid: string, now: number): Promise<void> {
  await updateVerified(db, uid, toStoredTime(now));
}

/** Like `findOwner`, of a verified address. */
export async function findVerifiedOwner(db: Db, email: string): Promise<string | undefined> {
  return (await selectVerifiedOwner(db, email))[0]?.id;
}

export async function findEmail(db: Db, uid: string): Promise<string | undefined> {
  return (await selectEmail(db, uid))[0]?.email;
}

/** Of the address, in lower case. */
export async function findOwner(db: Db, email: string): Promise<string | undefined> {
  return (await selectOwner(db, email))[0]?.id;
}

export async function storeEmail(db: Db, uid: string, email: string, now: number): Promise<void> {
  await updateEmail(db, uid, email, toStoredTime(now));
}

/** Whether an import stored the person only as the author of messages: nobody can ever sign in as them. */
export async function isAuthor(db: Db, uid: string): Promise<boolean> {
  return isAuthorEmail((await findEmail(db, uid)) ?? '');
}
