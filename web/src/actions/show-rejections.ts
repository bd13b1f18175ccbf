import type { Action, Chat } from '@snug/client';
import type { CommandError } from '@snug/protocol';
import type { Drafts } from '../chat/drafts.ts';
import { strings } from '../strings/strings.ts';
import { showCommandError, showError } from '../ui/feedback/toast.ts';

interface Rejection {
  action: Action;
  error: CommandError;
}

/** Shows why the server rejected an action, in the pages that they can see. */
export function showRejections(chat: Chat, drafts: Drafts, uid: string): () => void {
  return chat.actions.onRejected.subscribe(rejection => {
    if (rejection.action.command === 'edit_message') void restoreEdit(chat, drafts, uid, rejection);
    else if (document.visibilityState === 'visible' && !isUnimportant(rejection))
      showCommandError(rejection.error);
  });
}

/** A message that does not exist needs no deletion: for example, one whose sending was undone. Nobody asked for a moved cursor. */
function isUnimportant({ action, error }: Rejection): boolean {
  if (action.command === 'set_read') return true;
  return action.command === 'delete_message' && error.code === 'not_found';
}

async function restoreEdit(chat: Chat, drafts: Drafts, uid: string, rejection: Rejection): Promise<void> {
  const { action, error } = rejection;
  try {
    const { restoreEdit } = await import('../messages/edit/restore-edit.ts');
    restoreEdit({
      chat,
      drafts,
      uid,
      input: action.input as Parameters<typeof restoreEdit>[0]['input'],
      error,
    });
  } catch {
    showError(strings.shell.loadFailed);
  }
}
