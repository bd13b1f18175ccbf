import type { RoomProgram } from '@snug/protocol';
import { useCallback } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { type Page, usePages } from '../../state/use-pages.ts';

/** The programs of a room, for those who moderate it. `remove` rejects with a `CommandError`. */
export function useRoomPrograms(roomId: string) {
  const { connection } = useChat();
  const pages = usePages(
    useCallback(
      async (before: string | undefined): Promise<Page<RoomProgram, string>> => {
        const input = { roomId, ...(before !== undefined && { before }) };
        const { programs, next } = await connection.command('list_room_programs', input);
        return { rows: programs, next };
      },
      [connection, roomId],
    ),
  );

  async function remove(id: string): Promise<void> {
    await connection.command('remove_room_program', { roomId, id });
    pages.reload();
  }

  return { ...pages, remove };
}
