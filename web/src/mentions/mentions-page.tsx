import type { MentionRoom, Person } from '@snug/protocol';
import { AtSign } from 'lucide-react';
import { useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { ExcerptPage } from '../messages/excerpt/excerpt-page.tsx';
import { MessageExcerpt } from '../messages/excerpt/message-excerpt.tsx';
import { LazyProfileDialog } from '../profiles/lazy-profile-dialog.tsx';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { strings } from '../strings/strings.ts';
import { showCommandError } from '../ui/feedback/toast.ts';
import { Button } from '../ui/form/button.tsx';
import { useMentionList } from './use-mention-list.ts';

export function MentionsPage() {
  const { list, isBusy, showMore } = useMentionList();
  const isOffline = useStore(useChat().connection.state).status !== 'connected';
  const [profile, openProfile] = useState<{ person: Person; roomId: string }>();
  const { none, offline, more } = lazyStrings.mentions;
  const waiting = isOffline ? offline : strings.shell.loadingPage;
  const note = list ? (list.entries.length === 0 ? none : undefined) : waiting;
  return (
    <ExcerptPage title={strings.rooms.mentions} icon={AtSign} note={note}>
      {list?.entries.map(({ room, message, before, after }) => (
        <MessageExcerpt
          key={`${message.roomId} ${message.seq}`}
          {...{ room, message, before, after }}
          onOpenProfile={person => openProfile({ person, roomId: room.id })}
        >
          {!room.joined && !room.kind && room.archivedAt === undefined && <JoinRoom room={room} />}
        </MessageExcerpt>
      ))}
      {list?.next && (
        <Button isBusy={isBusy} onClick={() => void showMore()}>
          {more}
        </Button>
      )}
      <LazyProfileDialog
        person={profile?.person}
        roomId={profile?.roomId ?? ''}
        onClose={() => openProfile(undefined)}
      />
    </ExcerptPage>
  );
}

function JoinRoom({ room }: { room: MentionRoom }) {
  const chat = useChat();
  const [isBusy, setBusy] = useState(false);
  const joined = useStore(chat.memberships.joinedRoomIds);
  if (joined?.has(room.id)) return null;

  async function join(): Promise<void> {
    setBusy(true);
    await chat.joinRoom(room.id).catch(showCommandError);
    setBusy(false);
  }

  return (
    <Button isBusy={isBusy} onClick={() => void join()}>
      {strings.rooms.joinRoom}
    </Button>
  );
}
