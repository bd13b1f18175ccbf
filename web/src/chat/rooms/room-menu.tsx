import { Menu } from '@base-ui/react/menu';
import type { Room } from '@snug/protocol';
import {
  Archive,
  ArchiveRestore,
  FileDown,
  FolderOpen,
  Link,
  LogOut,
  Pin,
  Search,
  Trash2,
} from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { useRoomName } from '../../people/direct/room-name.ts';
import { useIsAdmin } from '../../people/members/use-admins.ts';
import { useChat, useMe } from '../../state/chat-context.ts';
import { roomPath } from '../../state/room-path.ts';
import { SEARCH_PATH } from '../../state/search-path.ts';
import { useSelected, useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { navigate } from '../../ui/browser/location.ts';
import { useIsNarrow } from '../../ui/browser/use-is-narrow.ts';
import type { DialogState } from '../../ui/dialog/dialog.tsx';
import { LazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { copyLink } from '../../ui/feedback/copy-link.ts';
import { showCommandError, showSuccess } from '../../ui/feedback/toast.ts';
import styles from '../../ui/menu/menu.module.css';
import { MenuItem } from '../../ui/menu/menu-item.tsx';
import { PopupMenu } from '../../ui/menu/popup-menu.tsx';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { DeleteRoomDialog } from './delete-room-dialog.tsx';
import { LeaveRoomDialog } from './leave-room-dialog.tsx';
import { FavouriteItem, HideItem, MarkReadItem, NotificationsItem } from './room-option-items.tsx';

export interface RoomMenuProps extends DialogState {
  roomId: string;
  anchor: RefObject<Element | null> | { getBoundingClientRect: () => DOMRect };
  /** The element for the focus after closing. */
  getFocus: () => HTMLElement | null;
  /** Called after the room was archived, reopened or deleted. */
  onChanged?: () => void;
}

export function RoomMenu({ roomId, anchor, getFocus, onChanged, isOpen, onOpenChange }: RoomMenuProps) {
  const [asked, setAsked] = useState<Asked>();
  const room = useSelected(useChat().room(roomId).view, ({ log }) => log?.room);
  const dialog = { roomId, getFocus, onOpenChange: () => setAsked(undefined) };
  return (
    <>
      <PopupMenu
        label={strings.roomHeader.options}
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        anchor={anchor}
        container={getFocus()?.closest<HTMLElement>('main, nav')}
        isByKey={getFocus()?.matches(':focus-visible')}
        getFinalFocus={() => (asked ? false : getFocus())}
      >
        <Items roomId={roomId} onAsk={setAsked} onChanged={onChanged} />
      </PopupMenu>
      <LeaveRoomDialog {...dialog} isOpen={asked === 'leave'} />
      <DeleteRoomDialog {...dialog} isOpen={asked === 'delete'} onDeleted={onChanged} />
      {room && (
        <>
          <LazyDialog
            isOpen={asked === 'pins'}
            onOpenChange={dialog.onOpenChange}
            load={() => import('../pins/pins-dialog.tsx').then(module => module.PinsDialog)}
            dialog={{ room }}
          />
          <LazyDialog
            isOpen={asked === 'files'}
            onOpenChange={dialog.onOpenChange}
            load={() => import('../room-files/files-dialog.tsx').then(module => module.FilesDialog)}
            dialog={{ room }}
          />
          <LazyDialog
            isOpen={asked === 'export'}
            onOpenChange={dialog.onOpenChange}
            load={() => import('./export/export-room-dialog.tsx').then(module => module.ExportRoomDialog)}
            dialog={{ room }}
          />
        </>
      )}
    </>
  );
}

type Asked = 'leave' | 'delete' | 'export' | 'pins' | 'files';

interface ItemsProps {
  roomId: string;
  onAsk: (dialog: Asked) => void;
  onChanged: (() => void) | undefined;
}

function Items({ roomId, onAsk, onChanged }: ItemsProps) {
  const chat = useChat();
  const store = chat.room(roomId);
  const { log } = useStore(store.view);
  const joined = useStore(chat.memberships.joinedRoomIds);
  // The row does not say who is an admin.
  useEffect(() => store.prefetch(), [store]);
  const listed = chat.roomList.getRow(roomId);
  const room = log?.room ?? listed;
  // After a message, the list has a newer row than the room of the log.
  const newest = listed ?? room;
  const isMember = Boolean(log?.membership?.role ?? joined?.has(roomId));
  const isAdmin = useIsAdmin(roomId);
  const me = useMe();
  const isNarrow = useIsNarrow();
  return (
    <>
      {isMember && (
        <>
          <FavouriteItem roomId={roomId} />
          <NotificationsItem roomId={roomId} kind={newest?.kind} />
        </>
      )}
      {newest && <MarkReadItem room={newest} />}
      <MenuItem icon={Link} onClick={() => void copyLink(roomPath(roomId))}>
        {lazyStrings.roomOptions.copyLink}
      </MenuItem>
      {isNarrow && log && <KeepItems room={log.room} onAsk={onAsk} />}
      {isMember && newest?.kind === 'direct' && <HideItem room={newest} />}
      {isMember && canLeave(room, me.uid) && (
        <MenuItem icon={LogOut} onClick={() => onAsk('leave')}>
          {lazyStrings.roomOptions.leave}
        </MenuItem>
      )}
      {isAdmin && (
        <MenuItem icon={FileDown} onClick={() => onAsk('export')}>
          {lazyStrings.roomOptions.export}
        </MenuItem>
      )}
      {isAdmin && (
        <ArchiveItem roomId={roomId} isArchived={room?.archivedAt !== undefined} onChanged={onChanged} />
      )}
      {isAdmin && (
        <>
          <Menu.Separator className={styles.separator} />
          <MenuItem icon={Trash2} isDanger onClick={() => onAsk('delete')}>
            {lazyStrings.roomOptions.delete}
          </MenuItem>
        </>
      )}
    </>
  );
}

/** Of those who read a direct room, only a workspace admin who joined it can leave. */
function canLeave(room: Pick<Room, 'kind' | 'people'> | undefined, uid: string): boolean {
  return room?.kind !== 'direct' || room.people?.every(person => person.uid !== uid) === true;
}

/** Wide screens have them in the header of the room. */
function KeepItems({ room, onAsk }: { room: Room } & Pick<ItemsProps, 'onAsk'>) {
  const hasPins = room.pinCount !== undefined;
  const isSearchOff = useStore(useChat().isSearchOff);
  return (
    <>
      {!isSearchOff && (
        <MenuItem icon={Search} onClick={() => navigate(`${SEARCH_PATH}?in=${room.id}`)}>
          {strings.roomHeader.search}
        </MenuItem>
      )}
      {hasPins && (
        <MenuItem icon={Pin} onClick={() => onAsk('pins')}>
          {strings.roomHeader.pins}
        </MenuItem>
      )}
      <MenuItem icon={FolderOpen} onClick={() => onAsk('files')}>
        {strings.roomHeader.files}
      </MenuItem>
    </>
  );
}

interface ArchiveItemProps extends Pick<ItemsProps, 'roomId' | 'onChanged'> {
  isArchived: boolean;
}

function ArchiveItem({ roomId, isArchived, onChanged }: ArchiveItemProps) {
  const chat = useChat();
  const name = useRoomName(chat.room(roomId).view.get().log?.room) ?? '';
  const { archive, archived, unarchive, unarchived } = lazyStrings.roomOptions;

  async function toggle(): Promise<void> {
    try {
      await chat.archiveRoom({ roomId, archived: !isArchived });
      showSuccess((isArchived ? unarchived : archived)(isolateBidi(name)));
      onChanged?.();
    } catch (error) {
      showCommandError(error);
    }
  }

  return (
    <MenuItem icon={isArchived ? ArchiveRestore : Archive} onClick={() => void toggle()}>
      {isArchived ? unarchive : archive}
    </MenuItem>
  );
}
