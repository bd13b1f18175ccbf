import type { Room } from '@snug/protocol';
import { Pin } from 'lucide-react';
import { useState } from 'react';
import { strings } from '../../strings/strings.ts';
import { LazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';

/** Keeps its dialog open while it is hidden. */
export function PinsButton({ room, isHidden }: { room: Room; isHidden: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <LazyDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        room.pinCount && !isHidden ? (
          <IconButton label={strings.roomHeader.pins} icon={Pin} tooltip="below-start" />
        ) : undefined
      }
      load={() => import('./pins-dialog.tsx').then(module => module.PinsDialog)}
      dialog={{ room }}
    />
  );
}
