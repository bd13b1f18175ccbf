import { Menu } from '@base-ui/react/menu';
import { CheckCheck } from 'lucide-react';
import type { RefObject } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { strings } from '../strings/strings.ts';
import type { DialogState } from '../ui/dialog/dialog.tsx';
import { useOpenTransition } from '../ui/dialog/use-open-transition.ts';
import { showSuccess } from '../ui/feedback/toast.ts';
import styles from '../ui/menu/menu.module.css';
import { MenuItem } from '../ui/menu/menu-item.tsx';

interface ListOptionsMenuProps extends DialogState {
  button: RefObject<HTMLButtonElement | null>;
}

export function ListOptionsMenu({ button, isOpen, onOpenChange }: ListOptionsMenuProps) {
  return (
    <Menu.Root open={useOpenTransition(isOpen)} onOpenChange={onOpenChange}>
      {/* Inside a landmark, like all content of the page. */}
      <Menu.Portal container={button.current?.closest<HTMLElement>('main, nav')}>
        <Menu.Positioner
          className={styles.place}
          anchor={button}
          side="bottom"
          align="end"
          sideOffset={4}
          positionMethod="fixed"
          collisionPadding={8}
        >
          <Menu.Popup
            className={styles.menu}
            aria-label={strings.rooms.listOptions}
            finalFocus={() => button.current}
          >
            <MarkAllReadItem />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function MarkAllReadItem() {
  const { cursors } = useChat();
  const states = useStore(cursors.states);
  const hasUnread = [...states.values()].some(({ unread }) => unread > 0);

  function markAll(): void {
    cursors.markAllRead();
    showSuccess(lazyStrings.roomOptions.allRead);
  }

  return (
    <MenuItem icon={CheckCheck} disabled={!hasUnread} onClick={markAll}>
      {lazyStrings.roomOptions.markAllRead}
    </MenuItem>
  );
}
