import type { Room, WorkspaceRoom } from '@snug/protocol';
import { Ellipsis, Pencil, UserPlus, Users } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { EditRoomDialog } from '../chat/rooms/edit-room-dialog.tsx';
import { RoomMenu } from '../chat/rooms/room-menu.tsx';
import { InviteDialog } from '../people/members/invite-dialog.tsx';
import { MembersDialog } from '../people/members/members-dialog.tsx';
import { useChat } from '../state/chat-context.ts';
import { useStore } from '../state/use-store.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { isolateBidi } from '../ui/text/bidi.ts';
import { RowIconButton } from './table/row-controls.tsx';
import styles from './table/table.module.css';

interface RoomActionsProps {
  room: WorkspaceRoom;
  onChange: () => void;
}

export function RoomActions({ room: { id, archivedAt, ...room }, onChange }: RoomActionsProps) {
  const texts = lazyStrings.admin;
  const name = isolateBidi(room.name);
  const [opened, open] = useState<OpenedDialog | 'options'>();
  const options = useRef<HTMLButtonElement>(null);
  const close = () => {
    open(undefined);
    onChange();
  };
  return (
    <>
      <span className={styles.actions}>
        <RowIconButton label={texts.edit(name)} icon={Pencil} onClick={() => open('edit')} />
        <RowIconButton label={texts.people(name)} icon={Users} onClick={() => open('people')} />
        {archivedAt === undefined && (
          <RowIconButton label={texts.invite(name)} icon={UserPlus} onClick={() => open('invite')} />
        )}
        <RowIconButton
          ref={options}
          label={texts.options(name)}
          icon={Ellipsis}
          aria-haspopup="menu"
          aria-expanded={opened === 'options'}
          data-popup-open={opened === 'options' || undefined}
          onClick={() => open('options')}
        />
      </span>
      <RoomDialogs roomId={id} opened={opened} onClose={close} />
      <RoomMenu
        roomId={id}
        anchor={options}
        getFocus={() => options.current}
        isOpen={opened === 'options'}
        onOpenChange={isOpen => !isOpen && open(undefined)}
        onChanged={onChange}
      />
    </>
  );
}

type OpenedDialog = 'edit' | 'people' | 'invite';

interface RoomDialogsProps {
  roomId: string;
  opened: OpenedDialog | 'options' | undefined;
  onClose: () => void;
}

/** The row has no description and no admins, so a dialog opens when the room has been read. */
function RoomDialogs({ roomId, opened, onClose }: RoomDialogsProps) {
  const room = useFollowedRoom(roomId, opened !== undefined);
  if (!room) return null;
  const getState = (dialog: OpenedDialog) => ({
    room,
    isOpen: opened === dialog,
    onOpenChange: (isOpen: boolean) => !isOpen && onClose(),
  });
  return (
    <>
      <EditRoomDialog {...getState('edit')} />
      <MembersDialog {...getState('people')} />
      <InviteDialog {...getState('invite')} />
    </>
  );
}

/** Follows the room while a dialog needs its changes. */
function useFollowedRoom(roomId: string, isFollowed: boolean): Room | undefined {
  const store = useChat().room(roomId);
  useEffect(() => (isFollowed ? store.open() : undefined), [store, isFollowed]);
  return useStore(store.view).log?.room;
}
