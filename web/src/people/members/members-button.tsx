import type { Room } from '@snug/protocol';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { strings } from '../../strings/strings.ts';
import { LazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { formatBadge } from '../../ui/text/badge.ts';

export function MembersButton({ room }: { room: Room }) {
  const [isOpen, setOpen] = useState(false);
  const count = useStore(useChat().getRoomPeople(room.id).viewerCount);
  return (
    <LazyDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <IconButton
          label={strings.roomHeader.people}
          icon={Users}
          tooltip="below-start"
          badge={count === undefined ? undefined : formatBadge(count)}
          aria-description={count === undefined ? undefined : strings.roomHeader.viewerCount(count)}
        />
      }
      load={() => import('./members-dialog.tsx').then(module => module.MembersDialog)}
      dialog={{ room }}
    />
  );
}
