import type { Mention } from '@snug/protocol';
import { useEffect, useRef, useState } from 'react';
import { useDrafts } from '../chat/chat-context.ts';
import { type MentionedText, MentionHistory } from '../mentions/mention-history.ts';

/** The draft of a room. Use it once per room. */
export function useDraft(roomId: string) {
  const drafts = useDrafts();
  const [draft, setDraft] = useState<MentionedText>(() => ({
    text: drafts.get(roomId),
    mentions: drafts.getMentions(roomId),
  }));
  // An event can change the text and add a mention before the next render.
  const latest = useRef(draft);
  const [history] = useState(() => new MentionHistory());

  function show(next: MentionedText): void {
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

  function store(next: MentionedText): void {
    show(next);
    drafts.set(roomId, next.text, next.mentions);
  }

  function update(text: string, caret: number): void {
    store(history.change(latest.current, text, caret));
  }

  function addMention(mention: Mention): void {
    const { text, mentions } = latest.current;
    store({ text, mentions: [...mentions, mention].toSorted((a, b) => a.start - b.start) });
  }

  function send(whenSafe: Promise<void>): void {
    history.clear();
    show({ text: '', mentions: [] });
    void drafts.send(roomId, whenSafe);
  }

  return { ...draft, update, addMention, send };
}
