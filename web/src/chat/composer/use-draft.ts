import type { Mention } from '@snug/protocol';
import { useState } from 'react';
import { useDrafts } from '../../state/chat-context.ts';
import { MentionHistory } from '../mentions/mention-history.ts';
import { chooseTarget } from '../replies/reply-drafts.ts';

/** The draft of a room. Use it once per room. A change renders nothing by itself. */
export function useDraft(roomId: string) {
  const draft = useDrafts().room(roomId);
  const [history] = useState(() => new MentionHistory());

  function update(text: string, caret: number): void {
    const before = draft.get();
    draft.type({ ...history.change(before, text, caret), target: chooseTarget(roomId, text, before.target) });
  }

  function addMention(mention: Mention): void {
    const before = draft.get();
    const mentions = [...before.mentions, mention].toSorted((a, b) => a.start - b.start);
    draft.set({ ...before, mentions });
  }

  function send(whenSafe: Promise<void>): void {
    history.clear();
    void draft.send(whenSafe);
  }

  return { draft, update, addMention, send };
}
