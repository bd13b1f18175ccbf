import type { Room } from '@snug/protocol';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { strings } from '../strings/strings.ts';
import { LazyDialog } from '../ui/dialog/lazy-dialog.tsx';
import { IconButton } from '../ui/form/icon-button.tsx';
import { formatBadge } from '../ui/text/badge.ts';
import { Name } from '../ui/text/name.tsx';
import { Sentence } from '../ui/text/sentence.tsx';

/** The members of a room, in a drawer. Its button shows the number of viewers. */
export function PeopleDialog({ room }: { room: Room }) {
  const [isOpen, setOpen] = useState(false);
  const count = useStore(useChat().getRoomPeople(room.id).viewerCount);
  return (
    <LazyDialog
      title={<Sentence of={strings.roomDetails.peopleIn} with={<Name of={room.name} />} />}
      shape="drawer-end"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <IconButton
          label={strings.roomDetails.people}
          icon={Users}
          tooltip="below-start"
          badge={count === undefined ? undefined : formatBadge(count)}
          aria-description={count === undefined ? undefined : strings.roomDetails.viewerCount(count)}
        />
      }
      load={async () => (await import('./room-people-panel.tsx')).RoomPeoplePanel}
      content={{ room }}
    />
  );
}
