import type { Chat } from '@snug/client';
import type { Drafts } from '../state/drafts.ts';
import { strings } from '../strings/strings.ts';
import { showError } from '../ui/feedback/toast.ts';
import type { Rejection, RejectionContext } from './show-rejection.ts';

/** Shows why the server rejected an action, in the pages that they can see. */
export function showRejections(chat: Chat, drafts: Drafts, uid: string): () => void {
  return chat.actions.onRejected.subscribe(rejection => void show({ chat, drafts, uid }, rejection));
}

async function show(context: RejectionContext, rejection: Rejection): Promise<void> {
  try {
    await import('./show-rejection.ts').then(module => module.showRejection(context, rejection));
  } catch {
    showError(strings.shell.loadFailed);
  }
}
