import { Store } from '@snug/client';
import type { Mention } from '@snug/protocol';
import { useState } from 'react';
import { useChat, useMe } from '../../../state/chat-context.ts';
import { useSelected } from '../../../state/use-store.ts';
import { countExcessCharacters } from '../../composer/excess-characters.ts';
import { focusComposer } from '../../composer/focus-composer.ts';
import { toSendableMentions, toSendableText } from '../../composer/sendable-text.ts';
import { type MentionedText, MentionHistory } from '../../mentions/mention-history.ts';
import { type EditSession, endEdit } from './edit-session.ts';
import { isSameMessage } from './is-same-message.ts';
import { keepEdit, readKeptEdit } from './kept-edits.ts';
import { saveEdit } from './save-edit.ts';

/** `session` must not change. */
export function useEdit(session: EditSession) {
  const chat = useChat();
  const { uid } = useMe();
  const ref = { uid, roomId: session.roomId, id: session.id };
  const position = { revision: session.revision, seq: session.seq };
  const [kept] = useState(() => readKeptEdit(ref));
  const [content] = useState(
    () =>
      new Store<MentionedText>({
        text: kept?.text ?? session.text,
        mentions: kept?.mentions ?? session.mentions,
      }),
  );
  const [history] = useState(() => new MentionHistory());
  const [isDeleting, askToDelete] = useState(false);
  const isStale = session.isStale === true || (kept !== undefined && kept.revision !== session.revision);
  const excess = useSelected(content, ({ text }) => countExcessCharacters(text));

  /** Each change is kept: it survives Escape and a reload. */
  function set(next: MentionedText): void {
    content.set(next);
    keepEdit(ref, isSameMessage(next, session) ? undefined : { ...next, ...position });
  }

  function change(next: string, caret: number): void {
    set(history.change(content.get(), next, caret));
  }

  /** After the change of the text that contains it. */
  function addMention(mention: Mention): void {
    const { text, mentions } = content.get();
    set({ text, mentions: [...mentions, mention].toSorted((a, b) => a.start - b.start) });
  }

  function save(): void {
    const { text, mentions } = content.get();
    const next = toSendableText(text);
    if (countExcessCharacters(text) > 0) return;
    if (next === '') return askToDelete(true);
    if (isSameMessage({ text, mentions }, session)) keepEdit(ref, undefined);
    else void saveEdit({ chat, uid, session, text: next, mentions: toSendableMentions(text, mentions) });
    close(session);
  }

  return {
    content,
    excess,
    isStale,
    isDeleting,
    askToDelete,
    change,
    addMention,
    save,
    cancel: () => close(session),
  };
}

function close({ id, from }: EditSession): void {
  // While the field still has the focus, so that it stays in the list.
  if (from === 'row') document.getElementById(id)?.focus({ preventScroll: true });
  endEdit();
  if (from === 'composer') focusComposer();
}
