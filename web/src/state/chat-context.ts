import type { Chat } from '@snug/client';
import type { Person } from '@snug/protocol';
import { createContext, useContext } from 'react';
import type { Drafts } from './drafts.ts';
import type { SavedScroll } from './saved-scroll.ts';
import { useStore } from './use-store.ts';

/** Files that were neither sent nor removed when the room was left. */
export interface ChosenFiles {
  files: readonly File[];
  /** Whether their dialog opens with the room. */
  isOpen: boolean;
}

export interface ChatContextValue {
  chat: Chat;
  /** The person of the session, until the connection provides `chat.me`. */
  account: Person;
  drafts: Drafts;
  /** By room id. */
  chosenFiles: Map<string, ChosenFiles>;
  /** By room id. Rooms that were left at the newest message have none. */
  savedScrolls: Map<string, SavedScroll>;
}

export const ChatContext = createContext<ChatContextValue | undefined>(undefined);

function useChatContext(): ChatContextValue {
  const value = useContext(ChatContext);
  if (!value) throw new Error('This component must be inside a ChatProvider');
  return value;
}

export function useChat(): Chat {
  return useChatContext().chat;
}

export function useDrafts(): Drafts {
  return useChatContext().drafts;
}

export function useChosenFiles(): Map<string, ChosenFiles> {
  return useChatContext().chosenFiles;
}

export function useSavedScrolls(): Map<string, SavedScroll> {
  return useChatContext().savedScrolls;
}

export function useMe(): Person {
  const { chat, account } = useChatContext();
  return useStore(chat.me) ?? account;
}
