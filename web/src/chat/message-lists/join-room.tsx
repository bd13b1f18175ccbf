import type { MentionRoom } from '@snug/protocol';
import { useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { strings } from '../../strings/strings.ts';
import { showCommandError } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';

/** For an open room where the reader is no member. */
export function JoinRoom({ room: { id, kind, archivedAt, joined } }: { room: MentionRoom }) {
  const chat = useChat();
  const [isBusy, setBusy] = useState(false);
  const joinedIds = useStore(chat.memberships.joinedRoomIds);
  if (joined || kind || archivedAt !== undefined || joinedIds?.has(id)) return null;

  async function join(): Promise<void> {
    setBusy(true);
    await chat.connection.command('join_room', { roomId: id }).catch(showCommandError);
    setBusy(false);
  }

  return (
    <Button isBusy={isBusy} onClick={() => void join()}>
      {strings.rooms.joinRoom}
    </Button>
  );
}
