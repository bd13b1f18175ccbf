import type { Trim } from '@snug/client';
import { useEffect } from 'react';
import { useChat, useDrafts, useMe } from '../../../state/chat-context.ts';
import type { Drafts } from '../../../state/drafts.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { showInfo } from '../../../ui/feedback/toast.ts';
import { editSession } from './edit-session.ts';
import { dropTrimmedEdits, readKeptEdit } from './kept-edits.ts';

/** Ends the edit of a message that is trimmed. A changed text goes to the composer. */
export function useTrimmedEdits(): void {
  const { listTrims, trimmed } = useChat();
  const drafts = useDrafts();
  const { uid } = useMe();
  useEffect(() => {
    const apply = (trim: Trim) => {
      endTrimmedEdit(drafts, uid, trim);
      dropTrimmedEdits(uid, trim);
    };
    for (const trim of listTrims()) apply(trim);
    return trimmed.subscribe(apply);
  }, [listTrims, trimmed, drafts, uid]);
}

function endTrimmedEdit(drafts: Drafts, uid: string, { roomId, before }: Trim): void {
  const session = editSession.get();
  if (session?.roomId !== roomId || (session.seq ?? before) >= before) return;
  const changed = readKeptEdit({ uid, roomId, id: session.id });
  if (changed) {
    drafts.room(roomId).append(changed.text, changed.mentions);
    showInfo(lazyStrings.replies.keptInDraft);
  }
  editSession.set(undefined);
}
