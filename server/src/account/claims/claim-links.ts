import { CommandError, type CommandOutput } from '@snug/protocol';
import { createSecretCode, hashSecretCode } from '../../base/secret-code.ts';
import type { Mutation } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { readPeopleByUid } from '../../people/profiles/person.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import { isSuspended, readSuspensions } from '../../workspace/suspension-store.ts';
import { accessAccountForRecovery } from '../recovery/access.ts';
import { insertLink } from '../recovery/one-time-link-store.ts';
import { findUnclaimed, isUnclaimed } from './claim-store.ts';

/** People learn about their new chat on some day of the next weeks. */
const LIFETIME_MS = 30 * 24 * 60 * 60_000;

export interface ClaimLink {
  uid: string;
  /** The link is `/claim/<code>`. */
  code: string;
  expiresAt: number;
}

/**
 * For those of the people who can claim their account, at most 1,000 in a call: everyone else is missing in the result. Each link
 * replaces the one before of its person.
 */
export async function createClaimLinks(db: Db, uids: readonly string[], now: number): Promise<ClaimLink[]> {
  const unclaimed = await findUnclaimed(db, uids);
  const [people, suspended] = [await readPeopleByUid(db, uids), await readSuspensions(db, uids)];
  const links: ClaimLink[] = [];
  for (const uid of new Set(uids)) {
    const person = people.get(uid);
    if (!unclaimed.has(uid) || !person || person.bot || suspended.has(uid)) continue;
    const code = createSecretCode();
    links.push({ uid, code, expiresAt: await insertClaimLink(db, uid, hashSecretCode(code), now) });
  }
  return links;
}

/** `hash`: of the code in the link. */
export const createClaimLink: Mutation<
  { uid: string; hash: string },
  Pick<CommandOutput<'create_claim_link'>, 'expiresAt'>
> = {
  isUnrepeatable: true,
  lockKeys: (_call, { uid }) => [`person:${uid}`],

  async run(db, call, { uid, hash }) {
    await accessAccountForRecovery(db, call.uid, uid);
    if (!(await isUnclaimed(db, uid)))
      throw new CommandError('not_found', 'This person has signed in already');
    if (await isSuspended(db, uid)) throw new CommandError('forbidden', 'End the suspension first');
    const expiresAt = await insertClaimLink(db, uid, hash, call.now);
    await recordAudit(db, call, { action: 'create_claim_link', targetId: uid });
    return { output: { expiresAt }, publications: [] };
  },
};

async function insertClaimLink(db: Db, uid: string, hash: string, now: number): Promise<number> {
  const expiresAt = now + LIFETIME_MS;
  await insertLink(db, { hash, userId: uid, kind: 'claim', email: null, noticeId: null, expiresAt });
  return expiresAt;
}
