import { Bookmark } from 'lucide-react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { ExcerptPage } from '../messages/excerpt/excerpt-page.tsx';
import { SavedEntry } from './saved-entry.tsx';
import { useSavedList } from './use-saved-list.ts';

/** The messages that the person has saved. */
export function SavedPage() {
  const { list, isBusy, showMore } = useSavedList();
  const { none, offline } = lazyStrings.saved;
  return (
    <ExcerptPage
      title={strings.rooms.saved}
      icon={Bookmark}
      rows={list?.rows}
      hasMore={list?.next !== undefined}
      isBusy={isBusy}
      onShowMore={showMore}
      notes={{ none, offline }}
      renderRow={(row, openProfile) => (
        <SavedEntry
          key={`${row.roomId} ${row.messageId}`}
          row={row}
          onOpenProfile={person => openProfile(person, row.roomId)}
        />
      )}
    />
  );
}
