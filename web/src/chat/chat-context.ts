import type { Chat } from '@snug/client';
import type { Person } from '@snug/protocol';
import { createContext, useContext } from 'react';
import type { SavedScroll } from '../messages/scroll/scroll-controller.ts';
import type { Recorder } from '../voice/recorder.ts';
import type { Drafts } from './drafts.ts';
import type { UnreadCounter } from './unread-counter.ts';
import { useStore } from './use-store.ts';

export interface ChatContextValue {
  chat: Chat;
  /** Who is signed in, as the session told; the connection knows better as soon as it stands. */
  account: Person;
  drafts: Drafts;
  /** What is recorded and not sent yet, by room id. */
  recorders: Map<string, Recorder>;
  /** Files that were chosen for a room, and neither sent nor given up when it was left, by room id. */
  chosenFiles: Map<string, readonly File[]>;
  /** Where the reader left a room, by room id; none where that was at the newest message. */
  savedScrolls: Map<string, SavedScroll>;
  /** What this person has not read. */
  unreadCounter: UnreadCounter;
}

export const ChatContext = createContext<ChatContextValue | undefined>(undefined);

function useChatContext(): ChatContextValue {
  const value = useContext(ChatContext);
  if (!value) throw new Error('There is no ChatProvider around this component');
  return value;
}

export function useChat(): Chat {
  return useChatContext().chat;
}

export function useDrafts(): Drafts {
  return useChatContext().drafts;
}

export function useRecorders(): Map<string, Recorder> {
  return useChatContext().recorders;
}

export function useChosenFiles(): Map<string, readonly File[]> {
  return useChatContext().chosenFiles;
}

export function useSavedScrolls(): Map<string, SavedScroll> {
  return useChatContext().savedScrolls;
}

export function useUnreadCounter(): UnreadCounter {
  return useChatContext().unreadCounter;
}

/** The person who is signed in. */
export function useMe(): Person {
  const { chat, account } = useChatContext();
  return useStore(chat.me) ?? account;
}
