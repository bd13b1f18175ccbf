import { CornerDownLeft, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { roomPath } from '../chat/room-path.ts';
import { isJoinKey, useShortcut } from '../shortcuts/use-shortcut.ts';
import { words } from '../strings/strings.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { useOpenedByAddress } from '../ui/dialog/use-opened-by-url.ts';
import { Button } from '../ui/form/button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { TypeAhead } from '../ui/form/type-ahead.ts';
import styles from './join-dialog.module.css';
import type { FoundRoom } from './room-search.ts';
import { useFoundRooms } from './use-room-search.ts';

export function JoinDialog() {
  const [isOpen, setOpen] = useState(useOpenedByAddress('find'));
  const [typeAhead] = useState(() => new TypeAhead());

  useShortcut(isJoinKey, () => {
    typeAhead.start();
    setOpen(true);
  });

  function onOpenChange(isOpen: boolean): void {
    if (!isOpen) typeAhead.take();
    setOpen(isOpen);
  }

  return (
    <Dialog
      title={words.rooms.join}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      trigger={
        <Button className={styles.trigger} aria-keyshortcuts="Control+K Meta+K">
          <Search size={18} aria-hidden />
          {words.rooms.join}
        </Button>
      }
    >
      <FindRoom typeAhead={typeAhead} onFound={() => setOpen(false)} />
    </Dialog>
  );
}

interface FindRoomProps {
  typeAhead: TypeAhead;
  onFound: () => void;
}

function FindRoom({ typeAhead, onFound }: FindRoomProps) {
  const [sought, setSought] = useState('');
  const { rooms, next, isLooking, showMore } = useFoundRooms(sought);
  const [, navigate] = useLocation();
  const id = useId();
  const [marked, setMarked] = useState(0);
  /** What Enter was pressed for before the answer came. */
  const [entered, setEntered] = useState<string>();
  const index = Math.min(marked, rooms.length - 1);
  const active = rooms[index];

  function seek(text: string): void {
    setSought(text);
    setMarked(0);
    setEntered(undefined);
  }

  function seekTyped(): void {
    const typed = typeAhead.take();
    if (typed) seek(typed);
  }

  function open(room: FoundRoom | undefined): void {
    if (!room) return;
    onFound();
    navigate(roomPath(room.id));
  }

  const openEntered = useEffectEvent(() => open(active));
  useEffect(() => {
    if (!isLooking && sought !== '' && entered === sought) openEntered();
  }, [isLooking, sought, entered]);

  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault();
        // What shows is not yet what was typed last: it opens as soon as it is there.
        if (isLooking) setEntered(sought);
        else open(active);
      }}
    >
      <TextField
        label={words.rooms.find}
        name="words"
        placeholder={words.rooms.findBy}
        autoComplete="off"
        value={sought}
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={active && optionId(id, active)}
        onKeyDown={event => setMarked(nextMarked(event, index, rooms.length) ?? marked)}
        onFocus={seekTyped}
        onChange={event => seek(event.target.value)}
      />
      <FoundList id={id} rooms={rooms} marked={index} onFound={onFound} />
      {next && (
        <Button look="plain" type="button" className={styles.more} onClick={showMore}>
          {words.rooms.showMore}
        </Button>
      )}
      <output className={styles.none}>{rooms.length === 0 && !isLooking && words.rooms.noneFound}</output>
    </form>
  );
}

/** The place that an arrow key leads to; undefined for any other key. */
function nextMarked(event: KeyboardEvent, index: number, count: number): number | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.nativeEvent.isComposing) return undefined;
  event.preventDefault();
  return Math.max(0, Math.min(index + step, count - 1));
}

interface FoundListProps {
  id: string;
  rooms: readonly FoundRoom[];
  /** The place of the room that Enter opens. */
  marked: number;
  onFound: () => void;
}

/** The focus stays in the text field, which names the option that is marked. */
function FoundList({ id, rooms, marked, onFound }: FoundListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[marked]?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  });
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a `select` has no links in it
    <div ref={list} id={id} role="listbox" className={styles.found} aria-label={words.rooms.found}>
      {rooms.map((room, place) => (
        <Link
          key={room.id}
          id={optionId(id, room)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an `option` leads nowhere
          role="option"
          tabIndex={-1}
          aria-selected={place === marked}
          className={styles.room}
          href={roomPath(room.id)}
          onClick={onFound}
        >
          <span className={styles.name} dir="auto">
            {room.name ?? words.rooms.openThis}
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
