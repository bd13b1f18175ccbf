import type { Mention } from '@snug/protocol';
import { useEffect, useRef, useState } from 'react';
import { useDrafts } from '../chat/chat-context.ts';
import { moveMentions } from '../mentions/move-mentions.ts';

interface Draft {
  text: string;
  mentions: readonly Mention[];
}

/** Texts in which an edit ended mentions, for undo. */
const MAX_REMEMBERED = 10;

/** The draft of a room. Use it once per room. */
export function useDraft(roomId: string) {
  const drafts = useDrafts();
  const [draft, setDraft] = useState<Draft>(() => ({
    text: drafts.get(roomId),
    mentions: drafts.getMentions(roomId),
  }));
  // An event can change the text and add a mention before the next render.
  const latest = useRef(draft);
  const remembered = useRef<readonly Draft[]>([]);

  function show(next: Draft): void {
    latest.current = next;
    setDraft(next);
  }

  // Two tabs with the same text share a draft: sending it in one tab clears it in the other.
  useEffect(
    () =>
      drafts.subscribe(roomId, (before, now) => {
        if (latest.current.text !== before) return;
        latest.current = { text: now, mentions: drafts.getMentions(roomId) };
        setDraft(latest.current);
      }),
    [drafts, roomId],
  );

  function store(next: Draft): void {
    show(next);
    drafts.set(roomId, next.text, next.mentions);
  }

  function update(text: string, caret: number): void {
    const known = remembered.current.find(other => other.text === text);
    const before = latest.current;
    const mentions = known?.mentions ?? moveMentions(before.mentions, before.text, text, caret);
    if (mentions.length < before.mentions.length)
      remembered.current = [before, ...remembered.current].slice(0, MAX_REMEMBERED);
    store({ text, mentions });
  }

  function addMention(mention: Mention): void {
    const { text, mentions } = latest.current;
    store({ text, mentions: [...mentions, mention].toSorted((a, b) => a.start - b.start) });
  }

  function send(whenSafe: Promise<void>): void {
    remembered.current = [];
    show({ text: '', mentions: [] });
    void drafts.send(roomId, whenSafe);
  }

  return { ...draft, update, addMention, send };
}
