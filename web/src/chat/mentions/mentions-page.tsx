import { AtSign } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useSelected } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { JoinRoom } from '../message-lists/join-room.tsx';
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
          <JoinRoom room={room} />
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
