import type { Drafts } from '../../../state/drafts.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { showInfo } from '../../../ui/feedback/toast.ts';
import { focusComposer } from '../../composer/focus-composer.ts';
import { type EditSession, endEdit } from './edit-session.ts';
import { keepEdit, readKeptEdit } from './kept-edits.ts';

/** Ends the edit of a message that is gone. A changed text goes to the composer. */
export function endLostEdit(drafts: Drafts, uid: string, { roomId, id }: EditSession): void {
  const ref = { uid, roomId, id };
  const changed = readKeptEdit(ref);
  const isWriting = document.activeElement instanceof HTMLTextAreaElement;
  if (changed?.text.trim()) {
    drafts.room(roomId).append(changed.text, changed.mentions);
    showInfo(lazyStrings.replies.keptInDraft);
  }
  keepEdit(ref, undefined);
  endEdit();
  if (isWriting) focusComposer();
}
