import { createContext, useContext } from 'react';
import { useChat, useMe } from '../../state/chat-context.ts';
import { useSelected } from '../../state/use-store.ts';

const NO_ADMINS: readonly string[] = [];

export function useAdmins(roomId: string): readonly string[] {
  return useSelected(useChat().room(roomId).view, ({ log }) => log?.admins ?? NO_ADMINS);
}

/** At `/admin`, a workspace admin manages open rooms like their admins. */
export const ManagesRooms = createContext(false);

/** Whether the reader manages the room. */
export function useIsAdmin(roomId: string): boolean {
  const isOwnRoom = useAdmins(roomId).includes(useMe().uid);
  return useContext(ManagesRooms) || isOwnRoom;
}
