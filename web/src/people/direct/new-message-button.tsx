import { SquarePen } from 'lucide-react';
import { useState } from 'react';
import { strings } from '../../strings/strings.ts';
import { LazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';

export function NewMessageButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <LazyDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton label={strings.rooms.newMessage} icon={SquarePen} tooltip="below-start" />}
      load={() => import('./new-message-dialog.tsx').then(module => module.NewMessageDialog)}
      dialog={{}}
    />
  );
}
