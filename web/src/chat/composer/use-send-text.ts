import { useChat, useDrafts } from '../../state/chat-context.ts';
import { sends } from '../../state/sends.ts';
import { useSelected } from '../../state/use-store.ts';
import { getReplyTarget } from '../replies/reply-drafts.ts';
import { countExcessCharacters } from './excess-characters.ts';
import { toSendableMentions, toSendableText } from './sendable-text.ts';
import { useDraft } from './use-draft.ts';

/** The draft of a room, and the message that it becomes: an answer, if the person has chosen one to answer. */
export function useSendText(roomId: string) {
  const { outbox, connection } = useChat();
  const drafts = useDrafts();
  const { draft, update, addMention, send: sendDraft } = useDraft(roomId);
  const excess = useSelected(draft, ({ text }) => countExcessCharacters(text));

  function sendText(): void {
    const { text, mentions } = draft.get();
    const message = toSendableText(text);
    if (message === '' || countExcessCharacters(text) > 0) return;
    const ranges = toSendableMentions(text, mentions);
    const content = { text: message, ...(ranges.length > 0 && { mentions: ranges }) };
    sends.emit(roomId);
    sendDraft(outbox.send(roomId, { ...content, ...getReplyTarget(drafts, roomId) }));
    connection.hurry();
  }

  return { draft, update, addMention, excess, sendText };
}
