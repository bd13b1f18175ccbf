import * as v from 'valibot';
import { MessageFile } from '../chat/file.ts';
import { ListedRoom } from '../chat/room.ts';
import { defineCommand } from '../core/command.ts';
import { Id, Timestamp } from '../core/ids.ts';
import { MAX_LISTED_REPORTS, MAX_OPEN_REPORTS, MAX_REASON_LENGTH, REPORT_DAYS } from '../core/limits.ts';
import { Person } from '../people/person.ts';
import { plainText } from '../text/text.ts';

/**
 * `message` is as it was when it was reported. Its `file` is missing after the message was deleted, `fileName` stays. `room` is
 * missing if the caller cannot read it.
 */
export const Report = v.object({
  id: Id,
  at: Timestamp,
  reporter: Person,
  reason: v.optional(v.string()),
  message: v.object({
    id: Id,
    author: Person,
    createdAt: Timestamp,
    text: v.optional(v.string()),
    fileName: v.optional(v.string()),
    file: v.optional(MessageFile),
  }),
  room: v.optional(v.pick(ListedRoom, ['id', 'kind', 'name'])),
});
export type Report = v.InferOutput<typeof Report>;

export const ReportCursor = v.strictObject({ at: Timestamp, id: Id });
export type ReportCursor = v.InferOutput<typeof ReportCursor>;

const reportMessage = defineCommand({
  summary: 'Report a message of somebody else to the workspace admins',
  description:
    'They get a copy of this one message, the name of the caller and the `reason`. The caller can choose the id of the report. ' +
    'The copy is erased when they close the ' +
    `report, and after ${REPORT_DAYS} days at the latest. A person has one report of a message, so a repetition changes ` +
    `nothing, and at most ${MAX_OPEN_REPORTS} open reports. Without a workspace admin, it is \`forbidden\`.`,
  input: v.strictObject({
    id: v.optional(Id),
    roomId: Id,
    messageId: Id,
    reason: v.optional(plainText(MAX_REASON_LENGTH)),
  }),
  output: v.object({}),
  errors: ['not_found', 'forbidden', 'limit_exceeded', 'unavailable'],
});

const listReports = defineCommand({
  summary: 'List the open reports, the newest first; for workspace admins',
  description:
    `At most ${MAX_LISTED_REPORTS} in a page. \`before\`: the \`next\` of the previous page. The last page has no \`next\`. ` +
    '`oldestFirst` reverses the order.',
  input: v.strictObject({
    before: v.optional(ReportCursor),
    oldestFirst: v.optional(v.boolean('must be true or false'), false),
  }),
  output: v.object({ reports: v.array(Report), next: v.optional(ReportCursor) }),
  errors: ['forbidden'],
});

const closeReport = defineCommand({
  summary: 'Close a report; for workspace admins',
  description: 'Erases all reports of its message. A repetition changes nothing.',
  input: v.strictObject({ id: Id }),
  output: v.object({}),
  errors: ['forbidden', 'unavailable'],
});

export const REPORT_COMMANDS = {
  report_message: reportMessage,
  list_reports: listReports,
  close_report: closeReport,
} as const;
