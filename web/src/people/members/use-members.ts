import { useEffect, useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { haveMembersChanged, RoomMembers } from './room-members.ts';

/** The members of a room. They are read again after each reconnection, and after changes by other people. */
export function useMembers(roomId: string): RoomMembers {
  const chat = useChat();
  const [members] = useState(() => {
    const { connection, people } = chat;
    return new RoomMembers(
      { listMembers: input => connection.command('list_members', input), people },
      roomId,
    );
  });
  const isConnected = useStore(chat.connection.state).status === 'connected';

  useEffect(() => {
    if (isConnected) void members.readAgain();
  }, [members, isConnected]);

  useEffect(() => {
    const { view } = chat.room(roomId);
    let { log: known } = view.get();
    return view.subscribe(() => {
      const { log } = view.get();
      if (haveMembersChanged(known, log)) void members.readAgain();
      known = log;
    });
  }, [chat, roomId, members]);

  return members;
}
