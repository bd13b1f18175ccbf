import { listReports } from '../admin/reports/report-list.ts';
import { newId } from '../base/ids.ts';
import { accessWorkspace } from '../workspace/access.ts';
import type { Handlers } from './command-handler.ts';

export const reportHandlers: Handlers<'report_message' | 'list_reports' | 'close_report'> = {
  report_message: ({ writer }, { uid }, { id = newId(), ...input }) =>
    writer.write('report_message', { uid }, { id, ...input }),

  list_reports: async ({ read }, caller, input) => {
    await accessWorkspace(read, caller);
    return listReports(read, caller, input);
  },

  close_report: ({ writer }, { uid }, input) => writer.write('close_report', { uid }, input),
};
