import type { Action, Chat } from '@snug/client';
import type { CommandError } from '@snug/protocol';
import { restoreEdit } from '../chat/messages/edit/restore-edit.ts';
import type { Drafts } from '../state/drafts.ts';
import { showCommandError } from '../ui/feedback/toast.ts';

export interface Rejection {
  action: Action;
  error: CommandError;
}

export interface RejectionContext {
  chat: Chat;
  drafts: Drafts;
  uid: string;
}

export function showRejection(context: RejectionContext, { action, error }: Rejection): void {
  if (action.command === 'edit_message') {
    const input = action.input as Parameters<typeof restoreEdit>[0]['input'];
    restoreEdit({ ...context, input, error });
  } else if (document.visibilityState === 'visible' && !isUnimportant({ action, error }))
    showCommandError(error);
}

/** A message that does not exist needs no deletion: for example, one whose sending was undone. Nobody asked for a moved cursor. */
function isUnimportant({ action, error }: Rejection): boolean {
  if (action.command === 'set_read') return true;
  return action.command === 'delete_message' && error.code === 'not_found';
}
