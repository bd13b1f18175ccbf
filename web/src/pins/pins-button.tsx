import type { Room } from '@snug/protocol';
import { Pin } from 'lucide-react';
import { useState } from 'react';
import { strings } from '../strings/strings.ts';
import { LazyDialog } from '../ui/dialog/lazy-dialog.tsx';
import { IconButton } from '../ui/form/icon-button.tsx';
import { loadPinsDialog } from './load-pins-dialog.ts';

export function PinsButton({ room }: { room: Room }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <LazyDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        room.pinCount ? (
          <IconButton label={strings.roomHeader.pins} icon={Pin} tooltip="below-start" />
        ) : undefined
      }
      load={loadPinsDialog}
      dialog={{ room }}
    />
  );
}
