import { CornerDownLeft, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { roomPath } from '../chat/room-path.ts';
import { isJoinKey, useShortcut } from '../shortcuts/use-shortcut.ts';
import { strings } from '../strings/strings.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { useOpenedByUrl } from '../ui/dialog/use-opened-by-url.ts';
import { Button } from '../ui/form/button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { TypeAhead } from '../ui/form/type-ahead.ts';
import styles from './join-dialog.module.css';
import type { FoundRoom } from './room-search.ts';
import { useRoomSearch } from './use-room-search.ts';

export function JoinDialog() {
  const [isOpen, setOpen] = useState(useOpenedByUrl('find'));
  const [typeAhead] = useState(() => new TypeAhead());

  useShortcut(isJoinKey, () => {
    typeAhead.start();
    setOpen(true);
  });

  function onOpenChange(isOpen: boolean): void {
    if (!isOpen) typeAhead.stop();
    setOpen(isOpen);
  }

  return (
    <Dialog
      title={strings.rooms.join}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      trigger={
        <Button className={styles.trigger} aria-keyshortcuts="Control+K Meta+K">
          <Search size={18} aria-hidden />
          {strings.rooms.join}
        </Button>
      }
    >
      <RoomSearchForm typeAhead={typeAhead} onFound={() => setOpen(false)} />
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
  const [, navigate] = useLocation();
  const id = useId();
  const [selectedIndex, setSelectedIndex] = useState(0);
  /** The query for which Enter was pressed before its results arrived. */
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
        label={strings.rooms.find}
        name="words"
        placeholder={strings.rooms.findBy}
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
          {strings.rooms.showMore}
        </Button>
      )}
      <output className={styles.none}>{rooms.length === 0 && !isSearching && strings.rooms.noneFound}</output>
    </form>
  );
}

/** The index after an arrow key; undefined for other keys. */
function moveSelection(event: KeyboardEvent, index: number, count: number): number | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.nativeEvent.isComposing) return undefined;
  event.preventDefault();
  return Math.max(0, Math.min(index + step, count - 1));
}

interface SearchResultsProps {
  id: string;
  rooms: readonly FoundRoom[];
  /** The index of the room that Enter opens. */
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
    <div ref={list} id={id} role="listbox" className={styles.found} aria-label={strings.rooms.found}>
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
            {room.name ?? strings.rooms.openThis}
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
