import { join } from 'node:path';
import { ROOT } from './run.mjs';

const WATCHED_FOLDERS = ['server/src', 'protocol/src', 'media/src'];

/**
 * Under `--watch`, Node sends the names of imported modules from each thread to its parent, which would take them as messages of the
 * thread. Watched folders need no such reports.
 */
const WITHOUT_REPORTS = 'data:text/javascript,delete process.env.WATCH_REPORT_DEPENDENCIES';

/** Options of Node that restart a server after changes to its source. */
export const WATCH_OPTIONS = [
  ...WATCHED_FOLDERS.map(folder => `--watch-path=${join(ROOT, folder)}`),
  '--watch-preserve-output',
  `--import=${WITHOUT_REPORTS}`,
];
