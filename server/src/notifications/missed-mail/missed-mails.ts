import { findMeta, storeMeta } from '../../db/meta.ts';
import type { Mutation } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { findAddress, findMissedMail, storeMissedMail } from './missed-mail-store.ts';

const SCANNED_KEY = 'missedMailsScannedAt';

/** Until when the messages of all rooms have led to mails. Undefined before the first time. */
export async function readScannedAt(db: Db): Promise<number | undefined> {
  const value = await findMeta(db, SCANNED_KEY);
  return value === undefined ? undefined : Number(value);
}

/** Whether mails may reach the person. */
export async function readMailState(
  db: Db,
  uid: string,
): Promise<{ isConfirmed: boolean; isRefused?: true }> {
  const address = await findAddress(db, uid);
  return {
    isConfirmed: Boolean(address?.emailVerified),
    ...(address?.refused === address?.email && address && { isRefused: true as const }),
  };
}

export interface PlannedMail {
  uid: string;
  dueAt: number;
}

interface PlanInput {
  planned: readonly PlannedMail[];
  scannedAt?: number;
}

/** A mail that is due already stays so. */
const planMissedMails: Mutation<PlanInput, object> = {
  lockKeys: (_call, { planned }) => planned.map(({ uid }) => `person:${uid}` as const),

  async run(db, _call, { planned, scannedAt }) {
    for (const { uid, dueAt } of planned) {
      const known = await findMissedMail(db, uid);
      if (known?.dueAt) continue;
      await storeMissedMail(db, { userId: uid, sentAt: null, refused: null, ...known, dueAt });
    }
    if (scannedAt !== undefined) await storeMeta(db, SCANNED_KEY, String(scannedAt));
    return { output: {}, publications: [] };
  },
};

interface SettleInput extends PlannedMail {
  /** Missing: none is due any more. */
  laterAt?: number;
  isSent?: true;
  /** The address, which the mail server refuses for good. */
  refused?: string;
}

/** Changes nothing if another process has changed the due time. */
const settleMissedMail: Mutation<SettleInput, { isOwn: boolean }> = {
  isUnrepeatable: true,
  lockKeys: (_call, { uid }) => [`person:${uid}`],

  async run(db, { now }, { uid, dueAt, laterAt, isSent, refused }) {
    const known = await findMissedMail(db, uid);
    const isOwn = known?.dueAt === dueAt;
    if (isOwn)
      await storeMissedMail(db, {
        ...known,
        dueAt: laterAt ?? null,
        ...(isSent && { sentAt: now }),
        ...(refused !== undefined && { refused }),
      });
    return { output: { isOwn }, publications: [] };
  },
};

export const MISSED_MAIL_MUTATIONS = {
  plan_missed_mails: planMissedMails,
  settle_missed_mail: settleMissedMail,
};
