import { Flag } from 'lucide-react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import type { MessageAction } from './message-action.ts';

/** Without a workspace admin, nobody would read the report. */
export const reportMessage: MessageAction = {
  icon: Flag,
  getLabel: ({ isOwn, workspace }) =>
    !isOwn && workspace?.hasAdmin ? lazyStrings.messageActions.report : undefined,
  run: ({ showDialog }) =>
    showDialog(() => import('./report-dialog.tsx').then(module => module.ReportDialog)),
};
