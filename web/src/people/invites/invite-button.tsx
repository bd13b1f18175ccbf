import type { Room } from '@snug/protocol';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { LazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';

export function InviteButton({ room }: { room: Room }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <LazyDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="main">
          <UserPlus size={18} aria-hidden />
          {lazyStrings.roomDetails.invite}
        </Button>
      }
      load={() => import('../members/invite-dialog.tsx').then(module => module.InviteDialog)}
      dialog={{ room }}
    />
  );
}
