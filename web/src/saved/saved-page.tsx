import type { Person } from '@snug/protocol';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { ExcerptPage } from '../messages/excerpt/excerpt-page.tsx';
import { LazyProfileDialog } from '../profiles/lazy-profile-dialog.tsx';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { strings } from '../strings/strings.ts';
import { Button } from '../ui/form/button.tsx';
import { SavedEntry } from './saved-entry.tsx';
import { useSavedList } from './use-saved-list.ts';

/** The messages that the person has saved. */
export function SavedPage() {
  const { list, isBusy, showMore } = useSavedList();
  const isOffline = useStore(useChat().connection.state).status !== 'connected';
  const [profile, openProfile] = useState<{ person: Person; roomId: string }>();
  const { nothingSaved, savedOffline, showMore: more } = lazyStrings.keep;
  const waiting = isOffline ? savedOffline : strings.shell.loadingPage;
  const note = list ? (list.rows.length === 0 ? nothingSaved : undefined) : waiting;
  return (
    <ExcerptPage title={strings.rooms.saved} icon={Bookmark} note={note}>
      {list?.rows.map(row => (
        <SavedEntry
          key={`${row.roomId} ${row.messageId}`}
          row={row}
          onOpenProfile={person => openProfile({ person, roomId: row.roomId })}
        />
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
