import { CornerDownLeft } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { roomPath } from '../chat/room-path.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { strings } from '../strings/strings.ts';
import { Link } from '../ui/browser/link.tsx';
import { navigate } from '../ui/browser/location.ts';
import { Dialog, type DialogState } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import type { TypeAhead } from '../ui/form/type-ahead.ts';
import styles from './join-dialog.module.css';
import type { FoundRoom } from './room-search.ts';
import { useRoomSearch } from './use-room-search.ts';

interface JoinDialogProps extends DialogState {
  typeAhead: TypeAhead;
}

export function JoinDialog({ typeAhead, isOpen, onOpenChange }: JoinDialogProps) {
  return (
    <Dialog title={strings.rooms.join} isOpen={isOpen} onOpenChange={onOpenChange}>
      <RoomSearchForm typeAhead={typeAhead} onFound={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface RoomSearchFormProps {
  typeAhead: TypeAhead;
  onFound: () => void;
}

function RoomSearchForm({ typeAhead, onFound }: RoomSearchFormProps) {
  const [query, setQuery] = useState('');
  const { rooms, next, isSearching, showMore } = useRoomSearch(query);
  const id = useId();
  const [selectedIndex, setSelectedIndex] = useState(0);
  const [submittedQuery, setSubmittedQuery] = useState<string>();
  const index = Math.min(selectedIndex, rooms.length - 1);
  const active = rooms[index];

  function search(text: string): void {
    setQuery(text);
    setSelectedIndex(0);
    setSubmittedQuery(undefined);
  }

  function searchTyped(): void {
    const typed = typeAhead.stop();
    if (typed) search(typed);
  }

  function open(room: FoundRoom | undefined): void {
    if (!room) return;
    onFound();
    navigate(roomPath(room.id));
  }

  const openEntered = useEffectEvent(() => open(active));
  useEffect(() => {
    if (!isSearching && query !== '' && submittedQuery === query) openEntered();
  }, [isSearching, query, submittedQuery]);

  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault();
        // The visible results belong to an older query: the room opens when the new ones arrive.
        if (isSearching) setSubmittedQuery(query);
        else open(active);
      }}
    >
      <TextField
        label={lazyStrings.roomSearch.find}
        name="words"
        placeholder={lazyStrings.roomSearch.findBy}
        autoComplete="off"
        value={query}
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={active && optionId(id, active)}
        onKeyDown={event => setSelectedIndex(moveSelection(event, index, rooms.length) ?? selectedIndex)}
        onFocus={searchTyped}
        onChange={event => search(event.target.value)}
      />
      <SearchResults id={id} rooms={rooms} selectedIndex={index} onFound={onFound} />
      {next && (
        <Button variant="plain" type="button" className={styles.more} onClick={showMore}>
          {lazyStrings.roomSearch.showMore}
        </Button>
      )}
      <NoneFound isShown={rooms.length === 0 && !isSearching} />
    </form>
  );
}

function NoneFound({ isShown }: { isShown: boolean }) {
  return <output className={styles.none}>{isShown && lazyStrings.roomSearch.noneFound}</output>;
}

function moveSelection(event: KeyboardEvent, index: number, count: number): number | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.nativeEvent.isComposing) return undefined;
  event.preventDefault();
  return Math.max(0, Math.min(index + step, count - 1));
}

interface SearchResultsProps {
  id: string;
  rooms: readonly FoundRoom[];
  selectedIndex: number;
  onFound: () => void;
}

/** The focus stays in the text field, whose `aria-activedescendant` names the selected option. */
function SearchResults({ id, rooms, selectedIndex, onFound }: SearchResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[selectedIndex]?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  });
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a `select` cannot contain links
    <div ref={list} id={id} role="listbox" className={styles.found} aria-label={lazyStrings.roomSearch.found}>
      {rooms.map((room, place) => (
        <Link
          key={room.id}
          id={optionId(id, room)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an `option` cannot be a link
          role="option"
          tabIndex={-1}
          aria-selected={place === selectedIndex}
          className={styles.room}
          href={roomPath(room.id)}
          onClick={onFound}
        >
          <span className={styles.name} dir="auto">
            {room.name ?? lazyStrings.roomSearch.openThis}
          </span>
          <CornerDownLeft className={styles.enter} size={16} aria-hidden data-directed />
        </Link>
      ))}
    </div>
  );
}

function optionId(id: string, room: FoundRoom): string {
  return `${id}-${room.id}`;
}
