import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

/** A right code, which counts once. `secret`: the stored one that it belongs to. */
export type Proof = { step: number; secret: string } | { recoveryHash: string };

const select = prepared<[uid: string], { secret: string; confirmedAt: number | null }>(
  `select "secret", "confirmedAt" from "two_step" where "userId" = $1`,
);
const insert = prepared<[uid: string, secret: string], never>(
  `insert into "two_step" ("userId", "secret", "confirmedAt", "lastStep") values ($1, $2, null, 0)`,
);
const confirm = prepared<[uid: string, secret: string, step: number, now: number], { userId: string }>(
  `update "two_step" set "confirmedAt" = $4, "lastStep" = $3
   where "userId" = $1 and "secret" = $2 and "confirmedAt" is null returning "userId"`,
);
const takeStep = prepared<[uid: string, secret: string, step: number], { userId: string }>(
  `update "two_step" set "lastStep" = $3
   where "userId" = $1 and "secret" = $2 and "lastStep" < $3 and "confirmedAt" is not null returning "userId"`,
);
const remove = prepared<[uid: string], never>(`delete from "two_step" where "userId" = $1`);
const insertCode = prepared<[uid: string, hash: string], never>(
  `insert into "recovery_codes" ("userId", "hash") values ($1, $2)`,
);
const takeCode = prepared<[uid: string, hash: string], { hash: string }>(
  `delete from "recovery_codes" where "userId" = $1 and "hash" = $2 returning "hash"`,
);
const selectCodes = prepared<[uid: string], { hash: string }>(
  `select "hash" from "recovery_codes" where "userId" = $1`,
);
const removeCodes = prepared<[uid: string], never>(`delete from "recovery_codes" where "userId" = $1`);

/** Undefined if the person never began to set it up. `isOn`: a code has confirmed it. */
export async function findTwoStep(
  db: Db,
  uid: string,
): Promise<{ secret: string; isOn: boolean } | undefined> {
  const [row] = await select(db, uid);
  return row && { secret: row.secret, isOn: row.confirmedAt !== null };
}

export async function hasTwoStep(db: Db, uid: string): Promise<boolean> {
  return (await findTwoStep(db, uid))?.isOn === true;
}

/** Replaces an unconfirmed one. */
export async function insertTwoStep(db: Db, uid: string, secret: string): Promise<void> {
  await remove(db, uid);
  await insert(db, uid, secret);
}

/** False if the secret is not the present one, or confirmed. */
export async function confirmTwoStep(
  db: Db,
  uid: string,
  { secret, step }: { secret: string; step: number },
  now: number,
): Promise<boolean> {
  return (await confirm(db, uid, secret, step, now)).length > 0;
}

export async function deleteTwoStep(db: Db, uid: string): Promise<void> {
  await removeCodes(db, uid);
  await remove(db, uid);
}

/** False if the code was used before: somebody may have seen it. */
export async function spendProof(db: Db, uid: string, proof: Proof): Promise<boolean> {
  const rows =
    'step' in proof
      ? await takeStep(db, uid, proof.secret, proof.step)
      : await takeCode(db, uid, proof.recoveryHash);
  return rows.length > 0;
}

/** At most ten. */
export async function countRecoveryCodes(db: Db, uid: string): Promise<number> {
  return (await selectCodes(db, uid)).length;
}

export async function replaceRecoveryCodes(db: Db, uid: string, hashes: readonly string[]): Promise<void> {
  await removeCodes(db, uid);
  for (const hash of hashes) await insertCode(db, uid, hash);
}
