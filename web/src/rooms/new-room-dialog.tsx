import { strings } from '../strings/strings.ts';
import type { Trigger } from '../ui/dialog/dialog.tsx';
import { LazyDialog } from '../ui/dialog/lazy-dialog.tsx';

interface NewRoomDialogProps {
  trigger: Trigger;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export function NewRoomDialog({ trigger, isOpen, onOpenChange }: NewRoomDialogProps) {
  return (
    <LazyDialog
      title={strings.rooms.newRoom}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      trigger={trigger}
      load={async () => (await import('./new-room-form.tsx')).NewRoomForm}
      content={{ onCreated: () => onOpenChange(false) }}
    />
  );
}
