import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import type { SignInChallenge } from './sign-in-challenges.ts';

const insert = prepared<[challenge: string, expiresAt: number], { challenge: string }>(
  `insert into "used_challenges" ("challenge", "expiresAt") values ($1, $2)
   on conflict ("challenge") do nothing returning "challenge"`,
);
const select = prepared<[challenge: string], { challenge: string }>(
  `select "challenge" from "used_challenges" where "challenge" = $1`,
);
const removeExpired = prepared<[now: number, limit: number], { challenge: string }>(
  `delete from "used_challenges" where "challenge" in (
     select "challenge" from "used_challenges" where "expiresAt" <= $1 order by "expiresAt" limit $2)
   returning "challenge"`,
);

/** One statement, so that of concurrent calls one gets it. False if it was used before. */
export async function useChallenge(db: Db, { challenge, expiresAt }: SignInChallenge): Promise<boolean> {
  return (await insert(db, challenge, expiresAt)).length > 0;
}

export async function isChallengeUsed(db: Db, challenge: string): Promise<boolean> {
  return (await select(db, challenge)).length > 0;
}

/** Deletes at most `limit` of them. Returns their number. */
export async function deleteExpired(db: Db, now: number, limit: number): Promise<number> {
  return (await removeExpired(db, now, limit)).length;
}
