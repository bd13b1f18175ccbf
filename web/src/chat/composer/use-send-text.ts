import { useChat, useDrafts } from '../../state/chat-context.ts';
import { sends } from '../../state/sends.ts';
import { getReplyTarget } from '../replies/reply-drafts.ts';
import { countExcessCharacters } from './excess-characters.ts';
import { toSendableMentions, toSendableText } from './sendable-text.ts';
import { useDraft } from './use-draft.ts';

/** The draft of a room, and the message that it becomes: an answer, if the person has chosen one to answer. */
export function useSendText(roomId: string) {
  const { outbox, connection } = useChat();
  const drafts = useDrafts();
  const { text, mentions, update, addMention, send: sendDraft } = useDraft(roomId);
  const excess = countExcessCharacters(text);

  function sendText(): void {
    const message = toSendableText(text);
    if (message === '' || excess > 0) return;
    const ranges = toSendableMentions(text, mentions);
    const content = { text: message, ...(ranges.length > 0 && { mentions: ranges }) };
    sends.emit(roomId);
    sendDraft(outbox.send(roomId, { ...content, ...getReplyTarget(drafts, roomId) }));
    connection.hurry();
  }

  return { text, mentions, update, addMention, excess, sendText };
}
