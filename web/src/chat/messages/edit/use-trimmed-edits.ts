import type { Trim } from '@snug/client';
import { useEffect } from 'react';
import { useChat, useDrafts, useMe } from '../../../state/chat-context.ts';
import type { Drafts } from '../../../state/drafts.ts';
import { editSession } from './edit-session.ts';
import { endLostEdit } from './end-lost-edit.ts';
import { dropTrimmedEdits } from './kept-edits.ts';

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
  endLostEdit(drafts, uid, session);
}
