import { useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import type { DialogState } from '../../ui/dialog/dialog.tsx';
import { showCommandError, showSuccess } from '../../ui/feedback/toast.ts';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { goToList } from './list/go-to-list.ts';

export interface RoomDialogProps extends DialogState {
  roomId: string;
  getFocus: () => HTMLElement | null;
}

export function LeaveRoomDialog({ roomId, getFocus, isOpen, onOpenChange }: RoomDialogProps) {
  const chat = useChat();
  const [isBusy, setBusy] = useState(false);
  const { leave, leaveTitle, leaveOpen, leavePrivate, left } = lazyStrings.roomOptions;
  const room = chat.room(roomId).view.get().log?.room ?? chat.roomList.getRow(roomId);
  const [shown, setShown] = useState(room);
  // Keeps the name during the closing animation, when the room is gone.
  if (room && room !== shown) setShown(room);
  const name = isolateBidi(shown?.name ?? '');

  async function leaveRoom(): Promise<void> {
    setBusy(true);
    try {
      await chat.connection.command('leave_room', { roomId });
      if (shown?.kind) goToList(roomId);
      showSuccess(left(name));
      onOpenChange(false);
    } catch (error) {
      showCommandError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      title={leaveTitle(name)}
      description={shown?.kind ? leavePrivate : leaveOpen}
      isOpen={isOpen}
      confirmLabel={leave}
      variant="main"
      isBusy={isBusy}
      onConfirm={() => void leaveRoom()}
      onClose={() => onOpenChange(false)}
      finalFocus={() => getFocus() ?? true}
    />
  );
}
