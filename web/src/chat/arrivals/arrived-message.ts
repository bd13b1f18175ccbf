import type { Chat } from '@snug/client';
import type { LastMessage } from '@snug/protocol';

type ArrivedMessage = Pick<LastMessage, 'id' | 'seq' | 'author' | 'text' | 'file'> & {
  /** The list of rooms truncates texts. */
  isWhole: boolean;
};

/** Undefined if this page has only its number. */
export function findArrivedMessage(
  chat: Pick<Chat, 'findOpenRoom' | 'roomList'>,
  roomId: string,
  seq: number,
): ArrivedMessage | undefined {
  const message = chat
    .findOpenRoom(roomId)
    ?.view.get()
    .log?.messages.find(known => known.seq === seq);
  if (message) return { ...message, isWhole: true };
  const last = chat.roomList.getRow(roomId)?.lastMessage;
  return last?.seq === seq ? { ...last, isWhole: false } : undefined;
}
