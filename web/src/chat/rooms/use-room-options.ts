import type { RoomOptions } from '@snug/client';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';

const NONE: RoomOptions = {};

export function useRoomOptions(roomId: string): RoomOptions {
  return useStore(useChat().memberships.options).get(roomId) ?? NONE;
}
