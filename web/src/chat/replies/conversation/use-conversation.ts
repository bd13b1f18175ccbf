import { type Chat, ConversationStore } from '@snug/client';
import { useEffect, useState } from 'react';
import { useChat, useMe } from '../../../state/chat-context.ts';
import { useStore } from '../../../state/use-store.ts';
import { openConversation, toTarget } from '../reply-drafts.ts';

/** Follows a conversation while mounted. `messageId`: any of its messages; it must not change. */
export function useConversation(roomId: string, messageId: string) {
  const chat = useChat();
  const { uid } = useMe();
  const [store] = useState(() => createStore(chat, uid, roomId, messageId));
  useEffect(() => store.open(), [store]);
  const view = useStore(store.view);
  const { rootId, count } = useStore(store.info);
  const { log } = view;
  // If the first message is deleted, any other one leads to the same conversation.
  const source = log?.messages.find(({ id }) => id === rootId) ?? log?.messages.at(-1);

  useEffect(() => {
    if (source) openConversation.set({ roomId, target: toTarget(source) });
  }, [roomId, source]);
  useEffect(() => () => openConversation.set(undefined), []);
  useEffect(() => {
    for (const { author } of log?.messages ?? []) chat.people.upsert(author);
  }, [chat, log]);

  return { ...view, rootId, count, pages: store.pages };
}

function createStore(chat: Chat, uid: string, roomId: string, messageId: string): ConversationStore {
  return new ConversationStore({
    roomId,
    messageId,
    room: chat.room(roomId),
    connection: chat.connection,
    environment: {
      random: () => Math.random(),
      setTimer: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    isIgnored: author => author === uid || chat.blocks.get().has(author),
  });
}
