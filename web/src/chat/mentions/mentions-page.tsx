import type { MentionRoom } from '@snug/protocol';
import { AtSign } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useSelected, useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { showCommandError } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { ExcerptPage } from '../messages/excerpt/excerpt-page.tsx';
import { MessageExcerpt } from '../messages/excerpt/message-excerpt.tsx';
import { useMentionList } from './use-mention-list.ts';

export function MentionsPage() {
  const { list, isBusy, showMore } = useMentionList();
  return (
    <ExcerptPage
      title={strings.rooms.mentions}
      icon={AtSign}
      rows={list?.rows}
      hasMore={list?.next !== undefined}
      isBusy={isBusy}
      onShowMore={showMore}
      notes={lazyStrings.mentions}
      renderRow={({ room, message, before, after, read }, openProfile) => (
        <MentionExcerpt
          key={`${message.roomId} ${message.seq}`}
          {...{ room, message, before, after, read }}
          onOpenProfile={person => openProfile(person, room.id)}
        >
          {!room.joined && !room.kind && room.archivedAt === undefined && <JoinRoom room={room} />}
        </MentionExcerpt>
      )}
    />
  );
}

type MentionExcerptProps = Omit<ComponentProps<typeof MessageExcerpt>, 'isRead'> & {
  read?: boolean | undefined;
};

/** `read`: when the list was read. */
function MentionExcerpt({ read, ...props }: MentionExcerptProps) {
  const { cursors } = useChat();
  const { message } = props;
  const isUnread = useSelected(cursors.states, () => cursors.isUnread(message));
  // The cursor of its conversation can be one of those that a long list leaves out.
  const hasAllCursors = useSelected(cursors.states, states => !states.get(message.roomId)?.more);
  return <MessageExcerpt {...props} isRead={!isUnread || (read === true && !hasAllCursors)} />;
}

function JoinRoom({ room }: { room: MentionRoom }) {
  const chat = useChat();
  const [isBusy, setBusy] = useState(false);
  const joined = useStore(chat.memberships.joinedRoomIds);
  if (joined?.has(room.id)) return null;

  async function join(): Promise<void> {
    setBusy(true);
    await chat.connection.command('join_room', { roomId: room.id }).catch(showCommandError);
    setBusy(false);
  }

  return (
    <Button isBusy={isBusy} onClick={() => void join()}>
      {strings.rooms.joinRoom}
    </Button>
  );
}
