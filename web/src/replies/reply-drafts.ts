import { type ReplyTarget, Store } from '@snug/client';
import { type Message, toReply } from '@snug/protocol';
import { useChat, useMe } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { focusComposer } from '../composer/focus-composer.ts';
import { endEdit } from '../messages/edit/edit-session.ts';
import { readItem, writeItem } from '../ui/browser/local-storage.ts';

type ReplySource = Pick<Message, 'id' | 'seq' | 'author' | 'text' | 'file' | 'rootId'>;

/** By person and room. Kept beside the draft, in the browser. */
const drafts = new Map<string, Store<ReplyTarget | undefined>>();

/** In the view of a conversation, messages without another target answer its first message. */
export const openConversation = new Store<{ roomId: string; target: ReplyTarget } | undefined>(undefined);

export function getReplyDraft(uid: string, roomId: string): Store<ReplyTarget | undefined> {
  const key = `snug:reply:${uid}:${roomId}`;
  const known = drafts.get(key);
  if (known) return known;
  const draft = new Store(readTarget(key));
  draft.subscribe(() => {
    const target = draft.get();
    writeItem(key, target ? JSON.stringify(target) : null);
  });
  drafts.set(key, draft);
  return draft;
}

export function useReplyDraft(roomId: string): Store<ReplyTarget | undefined> {
  return getReplyDraft(useMe().uid, roomId);
}

/** The message that the person answers, as it is now if it is loaded. */
export function useReplyTarget(roomId: string): ReplyTarget | undefined {
  const target = useStore(useReplyDraft(roomId));
  const { log } = useStore(useChat().room(roomId).view);
  const source = target && log?.messages.find(({ id }) => id === target.reply.id);
  return source ? toTarget(source) : target;
}

export function startReply(uid: string, roomId: string, source: ReplySource): void {
  endEdit();
  getReplyDraft(uid, roomId).set(toTarget(source));
  // After the menu or the sheet, which returns the focus when it closes.
  requestAnimationFrame(focusComposer);
}

/** The target of the next message. */
export function getReplyTarget(uid: string, roomId: string): ReplyTarget | undefined {
  const conversation = openConversation.get();
  const root = conversation?.roomId === roomId ? conversation.target : undefined;
  return getReplyDraft(uid, roomId).get() ?? root;
}

/** The targets of several files: in a room, only the first one is the answer. */
export function getFileTargets(uid: string, roomId: string): (index: number) => ReplyTarget | undefined {
  const target = getReplyTarget(uid, roomId);
  const isInConversation = openConversation.get()?.roomId === roomId;
  return index => (index === 0 || isInConversation ? target : undefined);
}

export function endReply(uid: string, roomId: string): void {
  getReplyDraft(uid, roomId).set(undefined);
}

export function toTarget({ text, ...source }: ReplySource): ReplyTarget {
  return { reply: toReply({ ...source, ...(text && { text }) }), rootId: source.rootId ?? source.id };
}

function readTarget(key: string): ReplyTarget | undefined {
  try {
    const target = JSON.parse(readItem(key) ?? 'null') as ReplyTarget | null;
    return target?.reply?.id && target.rootId ? target : undefined;
  } catch {
    return undefined;
  }
}
