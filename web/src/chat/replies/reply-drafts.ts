import { type ReplyTarget, Store } from '@snug/client';
import { type Message, toReply } from '@snug/protocol';
import { useChat, useDrafts } from '../../state/chat-context.ts';
import type { Drafts } from '../../state/drafts.ts';
import { useSelected, useStore } from '../../state/use-store.ts';
import { focusComposer } from '../composer/focus-composer.ts';
import { endEdit } from '../messages/edit/edit-session.ts';

type ReplySource = Pick<Message, 'id' | 'seq' | 'author' | 'text' | 'file' | 'rootId'>;

/** In the view of a conversation, messages without another target answer its first message. */
export const openConversation = new Store<{ roomId: string; target: ReplyTarget } | undefined>(undefined);

/** The message that the person answers, as it is now if it is loaded. Undefined for the first message of the open conversation. */
export function useReplyTarget(roomId: string): ReplyTarget | undefined {
  const target = useSelected(useDrafts().room(roomId), draft => draft.target);
  const source = useSelected(useChat().room(roomId).view, ({ log }) =>
    target ? log?.messages.find(({ id }) => id === target.reply.id) : undefined,
  );
  const conversation = useStore(openConversation);
  if (!target || (conversation && isFirstMessage(conversation.target, target))) return undefined;
  return source ? toTarget(source) : target;
}

export function startReply(drafts: Drafts, roomId: string, source: ReplySource): void {
  endEdit();
  drafts.room(roomId).setTarget(toTarget(source));
  // At once: the next key is for the composer.
  focusComposer();
}

/** The target of a draft after its text has changed. A text that begins in a conversation stays an answer outside of it. */
export function chooseTarget(
  roomId: string,
  text: string,
  target: ReplyTarget | undefined,
): ReplyTarget | undefined {
  const first = getFirstMessage(roomId);
  if (text !== '') return target ?? first;
  return first && target && isFirstMessage(first, target) ? undefined : target;
}

/** The target of the next message. */
export function getReplyTarget(drafts: Drafts, roomId: string): ReplyTarget | undefined {
  return drafts.room(roomId).get().target ?? getFirstMessage(roomId);
}

/** The targets of several files: in a room, only the first one is the answer. */
export function getFileTargets(drafts: Drafts, roomId: string): (index: number) => ReplyTarget | undefined {
  const target = getReplyTarget(drafts, roomId);
  const isInConversation = getFirstMessage(roomId) !== undefined;
  return index => (index === 0 || isInConversation ? target : undefined);
}

/** Ends an answer, but not the one of a text in a conversation, which stays in it. */
export function endReply(drafts: Drafts, roomId: string): void {
  const draft = drafts.room(roomId);
  draft.setTarget(chooseTarget(roomId, draft.get().text, undefined));
}

/** The first message of the open conversation, if it is in this room. */
function getFirstMessage(roomId: string): ReplyTarget | undefined {
  const conversation = openConversation.get();
  return conversation?.roomId === roomId ? conversation.target : undefined;
}

function isFirstMessage(first: ReplyTarget, { reply }: ReplyTarget): boolean {
  return first.reply.id === reply.id;
}

export function toTarget({ text, ...source }: ReplySource): ReplyTarget {
  return { reply: toReply({ ...source, ...(text && { text }) }), rootId: source.rootId ?? source.id };
}
