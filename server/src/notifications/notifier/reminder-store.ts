import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

export interface DueReminder {
  uid: string;
  roomId: string;
  messageId: string;
  remindAt: number;
}

type Key = [uid: string, roomId: string, messageId: string];

const ROW = `"userId" as "uid", "roomId", "messageId", "remindAt"`;

const selectDue = prepared<
  [now: number, remindAt: number, uid: string, roomId: string, messageId: string, limit: number],
  DueReminder
>(
  `select ${ROW} from "saved" indexed by "saved_due"
   where "remindAt" is not null and "called" is null and "remindAt" <= $1
     and ("remindAt", "userId", "roomId", "messageId") > ($2, $3, $4, $5)
   order by "remindAt", "userId", "roomId", "messageId" limit $6`,
);
const selectWaiting = prepared<[uid: string, limit: number], DueReminder>(
  `select ${ROW} from "saved" indexed by "saved_reminders"
   where "userId" = $1 and "remindAt" is not null and "called" = 0 order by "remindAt", "roomId", "messageId" limit $2`,
);
const mark = prepared<[...Key, remindAt: number, called: number | null], never>(
  `update "saved" set "called" = $5 where "userId" = $1 and "roomId" = $2 and "messageId" = $3 and "remindAt" = $4`,
);
const markAll = prepared<[now: number], never>(
  `update "saved" set "called" = 1 where "remindAt" is not null and "called" is null and "remindAt" <= $1`,
);

/** The earliest first, after `after`. */
export function listDueReminders(
  db: Db,
  now: number,
  after: DueReminder | undefined,
  limit: number,
): Promise<DueReminder[]> {
  const { remindAt = 0, uid = '', roomId = '', messageId = '' } = after ?? {};
  return selectDue(db, now, remindAt, uid, roomId, messageId, limit);
}

/** Those that wait for the end of quiet hours. */
export function listWaitingReminders(db: Db, uid: string, limit: number): Promise<DueReminder[]> {
  return selectWaiting(db, uid, limit);
}

/** `waits`: for the end of quiet hours. `due`: no push service has it yet. */
export type ReminderState = 'called' | 'waits' | 'due';

const STORED = { called: 1, waits: 0, due: null } satisfies Record<ReminderState, number | null>;

/** Unless the person has changed it in between. */
export async function markReminder(
  db: Db,
  { uid, roomId, messageId, remindAt }: DueReminder,
  state: ReminderState,
): Promise<void> {
  await mark(db, uid, roomId, messageId, remindAt, STORED[state]);
}

export async function markRemindersCalled(db: Db, now: number): Promise<void> {
  await markAll(db, now);
}
