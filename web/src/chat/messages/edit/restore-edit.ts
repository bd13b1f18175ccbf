import type { Chat } from '@snug/client';
import type { CommandArguments, CommandError } from '@snug/protocol';
import type { Drafts } from '../../../state/drafts.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { showCommandError, showError } from '../../../ui/feedback/toast.ts';
import { editSession, startEdit } from './edit-session.ts';
import { keepEdit } from './kept-edits.ts';

interface RejectedEdit {
  chat: Chat;
  drafts: Drafts;
  uid: string;
  input: CommandArguments<'edit_message'>;
  error: CommandError;
}

/** The text of a rejected edit is in the editor again, or in the next edit of the message, or in the composer. */
export function restoreEdit({ chat, drafts, uid, input, error }: RejectedEdit): void {
  const { roomId, id, text, mentions = [], revision } = input;
  const isVisible = document.visibilityState === 'visible';
  if (error.code === 'not_found') {
    const draft = drafts.room(roomId);
    const written = draft.get().text;
    // Another page of the person may have added it.
    if (written !== text && !written.endsWith(`\n${text}`)) draft.append(text, mentions);
    if (isVisible) showError(lazyStrings.replies.keptInDraft);
    return;
  }
  const message = chat
    .findOpenRoom(roomId)
    ?.view.get()
    .log?.messages.find(one => one.id === id);
  keepEdit({ uid, roomId, id }, { text, mentions, revision, seq: message?.seq });
  if (!isVisible) return;
  if (error.code !== 'stale') return showCommandError(error);
  if (message && !editSession.get()) startEdit(message, { from: 'row', isStale: true });
  else showError(lazyStrings.replies.keptForLater);
}
