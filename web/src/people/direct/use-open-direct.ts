import { useState } from 'react';
import { useChat, useMe } from '../../state/chat-context.ts';
import { roomPath } from '../../state/room-path.ts';
import { navigate } from '../../ui/browser/location.ts';
import { showCommandError } from '../../ui/feedback/toast.ts';

/** Opens the direct room with these people; with only oneself, or nobody, the notes. `onOpened` runs before the room shows. */
export function useOpenDirect(onOpened: () => void) {
  const chat = useChat();
  const me = useMe().uid;
  const [isBusy, setBusy] = useState(false);

  async function openDirect(uids: readonly string[]): Promise<void> {
    setBusy(true);
    try {
      const room = await chat.openDirect(uids.filter(uid => uid !== me));
      onOpened();
      navigate(roomPath(room.id));
    } catch (error) {
      showCommandError(error);
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, openDirect };
}
