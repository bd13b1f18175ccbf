import { toKey } from '@snug/client/conversations/followed-conversations.ts';
import { CONVERSATION_CAUSES } from '@snug/client/conversations/new-conversations.ts';
import { type EventOf, isRoomEvent } from '@snug/protocol';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useEvent } from '../message-lists/use-event.ts';
import { getFollowedConversations } from '../replies/followed-conversations.ts';

/** Many followers can look at their lists when a reply comes: each waits a random time. */
const MAX_DELAY_MS = 1_000;
const MIN_INTERVAL_MS = 5_000;

/** Calls `refresh` after what can change the list, at most every five seconds. */
export function useConversationChanges(shownKeys: ReadonlySet<string>, refresh: () => Promise<void>): void {
  const chat = useChat();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refreshedAt = useRef(Number.NEGATIVE_INFINITY);
  const run = useEffectEvent(() => {
    timer.current = undefined;
    refreshedAt.current = performance.now();
    void refresh();
  });
  const ask = useEffectEvent(() => {
    const wait = refreshedAt.current + MIN_INTERVAL_MS - performance.now();
    timer.current ??= setTimeout(() => run(), Math.max(wait, Math.random() * MAX_DELAY_MS));
  });
  const askAbout = useEffectEvent((roomId: string, rootId: string) => {
    const isShown = shownKeys.has(toKey(roomId, rootId));
    if (isShown || getFollowedConversations(chat).isFollowed(roomId, rootId) !== false) ask();
  });
  const onSummary = useEffectEvent(({ room, changes }: EventOf<'room_summary'>) => {
    for (const { rootId } of changes) if (rootId !== undefined) askAbout(room.id, rootId);
  });

  useEvent(event => {
    if (CONVERSATION_CAUSES.has(event.type)) ask();
    else if (isRoomEvent(event) && 'message' in event) {
      const { roomId, id, rootId = id } = event.message;
      askAbout(roomId, rootId);
    }
  });
  useEffect(() => chat.roomList.summaries.subscribe(event => onSummary(event)), [chat]);
  useEffect(() => () => clearTimeout(timer.current), []);
}
