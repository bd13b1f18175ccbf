import { SmilePlus } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { StatusDialog } from '../../account/status/status-dialog.tsx';
import { PauseDialog } from '../../notifications/pause/pause-dialog.tsx';
import { PauseItems, usePause } from '../../notifications/pause/pause-items.tsx';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import type { DialogState } from '../../ui/dialog/dialog.tsx';
import { MenuItem } from '../../ui/menu/menu-item.tsx';
import { PopupMenu } from '../../ui/menu/popup-menu.tsx';

interface OwnMenuProps extends DialogState {
  trigger: RefObject<HTMLButtonElement | null>;
}

/** Of one's own avatar. */
export function OwnMenu({ trigger, isOpen, onOpenChange }: OwnMenuProps) {
  const [asked, setAsked] = useState<'pause' | 'status'>();
  const pause = usePause();
  const dialog = { onOpenChange: () => setAsked(undefined), getFinalFocus: () => trigger.current };
  return (
    <>
      <PopupMenu
        label={lazyStrings.pause.menu}
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        anchor={trigger}
        isByKey={trigger.current?.matches(':focus-visible')}
        getFinalFocus={() => (asked ? false : trigger.current)}
      >
        <PauseItems onPause={pause} onAsk={() => setAsked('pause')} />
        <MenuItem icon={SmilePlus} onClick={() => setAsked('status')}>
          {lazyStrings.status.action}
        </MenuItem>
      </PopupMenu>
      <PauseDialog {...dialog} isOpen={asked === 'pause'} onChoose={pause} />
      <StatusDialog {...dialog} isOpen={asked === 'status'} />
    </>
  );
}
