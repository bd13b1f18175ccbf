import { CheckCheck } from 'lucide-react';
import type { RefObject } from 'react';
import { showWhenStored } from '../../state/actions/show-when-stored.ts';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import type { DialogState } from '../../ui/dialog/dialog.tsx';
import { MenuItem } from '../../ui/menu/menu-item.tsx';
import { PopupMenu } from '../../ui/menu/popup-menu.tsx';

interface ListOptionsMenuProps extends DialogState {
  button: RefObject<HTMLButtonElement | null>;
}

export function ListOptionsMenu({ button, isOpen, onOpenChange }: ListOptionsMenuProps) {
  return (
    <PopupMenu
      label={strings.rooms.listOptions}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      anchor={button}
      container={button.current?.closest<HTMLElement>('main, nav')}
      getFinalFocus={() => button.current}
    >
      <MarkAllReadItem />
    </PopupMenu>
  );
}

function MarkAllReadItem() {
  const chat = useChat();
  const { cursors } = chat;
  const states = useStore(cursors.states);
  const hasUnread = [...states.values()].some(({ unread }) => unread > 0);

  function markAll(): void {
    void showWhenStored(chat, cursors.markAllRead(), lazyStrings.roomOptions.allRead);
  }

  return (
    <MenuItem icon={CheckCheck} disabled={!hasUnread} onClick={markAll}>
      {lazyStrings.roomOptions.markAllRead}
    </MenuItem>
  );
}
