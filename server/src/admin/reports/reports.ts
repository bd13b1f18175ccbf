import {
  CommandError,
  type CommandInput,
  MAX_OPEN_REPORTS,
  MAX_REPORTS_OF_MESSAGE,
  REPORT_DAYS,
} from '@snug/protocol';
import { accessMessage } from '../../chat/messages/access.ts';
import { readListedRooms } from '../../chat/rooms/room-rows.ts';
import { createHourlySweep } from '../../cluster/jobs/hourly-sweep.ts';
import type { JobDefinition } from '../../cluster/jobs/job-runner.ts';
import { type Mutation, type Mutations, SYSTEM_CALLER } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { accessSelf } from '../../people/profiles/access.ts';
import { accessWorkspace } from '../../workspace/access.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import { hasWorkspaceAdmin } from '../../workspace/workspace-admin-store.ts';
import {
  countOfMessage,
  countOfReporter,
  deleteReportsBefore,
  deleteReportsOf,
  findReport,
  hasReported,
  insertReport,
} from './report-store.ts';

const DAY_MS = 24 * 60 * 60_000;
const SWEEP_SIZE = 200;

const NOTHING = { output: {}, publications: [] };

/** Copies the message: its author can delete it before a workspace admin reads the report. */
export const reportMessage: Mutation<CommandInput<'report_message'> & { id: string }, object> = {
  lockKeys: ({ uid }, { roomId }) => [`room:${roomId}`, `person:${uid}`],

  async run(db, call, { id, roomId, messageId, reason }) {
    const { uid, now } = call;
    await accessSelf(db, uid);
    const { author, createdAt, text, file, deletedAt } = await accessMessage(db, call, roomId, messageId);
    const isKnown = (await findReport(db, id)) || (await hasReported(db, roomId, messageId, uid));
    if (isKnown) return NOTHING;
    if (deletedAt !== undefined) throw new CommandError('not_found');
    if (author.uid === uid)
      throw new CommandError('forbidden', 'This message is your own. You can delete it.');
    await assertCanReport(db, uid);
    // Further copies contain nothing new for the workspace admins.
    if ((await countOfMessage(db, roomId, messageId, MAX_REPORTS_OF_MESSAGE)) === MAX_REPORTS_OF_MESSAGE)
      return NOTHING;
    const copy = { text: text ?? null, sentFile: file?.id ?? null, sentFileName: file?.name ?? null };
    const place = { roomId, messageId, authorId: author.uid, sentAt: createdAt };
    await insertReport(db, {
      at: now,
      id,
      reporterId: uid,
      ...place,
      ...copy,
      reason: reason ?? null,
    });
    return NOTHING;
  },
};

async function assertCanReport(db: Db, uid: string): Promise<void> {
  if (!(await hasWorkspaceAdmin(db)))
    throw new CommandError('forbidden', 'This server has nobody who reads reports');
  if ((await countOfReporter(db, uid, MAX_OPEN_REPORTS)) === MAX_OPEN_REPORTS)
    throw new CommandError('limit_exceeded', `You can have at most ${MAX_OPEN_REPORTS} open reports`);
}

export const closeReport: Mutation<CommandInput<'close_report'>, object> = {
  lockKeys: () => [],

  async run(db, call, { id }) {
    await accessWorkspace(db, call);
    const report = await findReport(db, id);
    if (!report) return NOTHING;
    const { roomId, messageId, authorId: targetId } = report;
    await deleteReportsOf(db, roomId, messageId);
    const [room] = await readListedRooms(db, [roomId]);
    await recordAudit(db, call, { action: 'close_report', targetId, room });
    return NOTHING;
  },
};

export const deleteOldReports: Mutation<{ limit: number }, { count: number }> = {
  lockKeys: () => [],

  async run(db, { now }, { limit }) {
    const count = await deleteReportsBefore(db, now - REPORT_DAYS * DAY_MS, limit);
    return { output: { count }, publications: [] };
  },
};

export const REPORT_MUTATIONS = {
  report_message: reportMessage,
  close_report: closeReport,
  delete_old_reports: deleteOldReports,
} satisfies Mutations;

/** Erases the reports that nobody has closed in time. */
export function createReportSweep(writer: MutationWriter<typeof REPORT_MUTATIONS>): JobDefinition {
  return createHourlySweep('report_sweep', SWEEP_SIZE, batch =>
    writer.write('delete_old_reports', SYSTEM_CALLER, batch),
  );
}
