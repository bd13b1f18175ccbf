import { MAX_TOKEN_ROOMS } from '@snug/protocol';
import { Globe, LockKeyhole, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useMe } from '../chat/chat-context.ts';
import type { FoundRoom } from '../rooms/join/room-search.ts';
import { useRoomSearch } from '../rooms/join/use-room-search.ts';
import { RoomMark } from '../rooms/room-mark.tsx';
import { getRoomName } from '../rooms/room-name.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { IconButton } from '../ui/form/icon-button.tsx';
import { SegmentedControl } from '../ui/form/segmented-control.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import styles from './token-rooms.module.css';

const { programs: texts } = lazyStrings;
const CHOICES = ['all', 'some'] as const;
const ICONS = { all: Globe, some: LockKeyhole };

interface TokenRoomsProps {
  /** Undefined for all rooms. */
  rooms: readonly FoundRoom[] | undefined;
  problem: string | undefined;
  onChange: (rooms: readonly FoundRoom[] | undefined) => void;
}

export function TokenRooms({ rooms, problem, onChange }: TokenRoomsProps) {
  const choice = rooms ? 'some' : 'all';
  return (
    <div className={styles.rooms}>
      <SegmentedControl
        label={texts.rooms}
        name="rooms"
        options={CHOICES.map(value => ({ value, label: texts.roomChoices[value], icon: ICONS[value] }))}
        value={choice}
        onChoose={chosen => onChange(chosen === 'all' ? undefined : [])}
      />
      <p className={styles.hint}>{texts.roomHints[choice]}</p>
      {rooms && <RoomChooser rooms={rooms} problem={problem} onChange={onChange} />}
    </div>
  );
}

interface RoomChooserProps extends TokenRoomsProps {
  rooms: readonly FoundRoom[];
}

function RoomChooser({ rooms, problem, onChange }: RoomChooserProps) {
  const [query, setQuery] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const { items } = useRoomSearch(query);
  const isFull = rooms.length >= MAX_TOKEN_ROOMS;
  /** The pressed button disappears, so the focus needs another place. */
  const change = (changed: readonly FoundRoom[]) => {
    onChange(changed);
    setQuery('');
    search.current?.focus();
  };
  const others = items.filter(room => room.name !== undefined && !rooms.some(({ id }) => id === room.id));
  return (
    <>
      {rooms.length > 0 && (
        <ul className={styles.chosen} aria-label={texts.chosenRooms}>
          {rooms.map(room => (
            <ChosenRoom
              key={room.id}
              room={room}
              onRemove={() => change(rooms.filter(({ id }) => id !== room.id))}
            />
          ))}
        </ul>
      )}
      <TextField
        ref={search}
        label={texts.findRooms}
        name="find-rooms"
        type="search"
        autoComplete="off"
        problem={problem}
        hint={isFull ? texts.tooManyRooms(MAX_TOKEN_ROOMS) : undefined}
        value={query}
        onChange={event => setQuery(event.target.value)}
        // The form must not be sent.
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
      />
      {!isFull && <FoundRooms rooms={others} onChoose={room => change([...rooms, room])} />}
    </>
  );
}

function ChosenRoom({ room, onRemove }: { room: FoundRoom; onRemove: () => void }) {
  const name = useFoundName(room);
  return (
    <li className={styles.chip}>
      <RoomMark room={room} />
      <span dir="auto">{name}</span>
      <IconButton label={texts.remove(name)} icon={X} tooltip="none" onClick={onRemove} />
    </li>
  );
}

function FoundRooms({
  rooms,
  onChoose,
}: {
  rooms: readonly FoundRoom[];
  onChoose: (room: FoundRoom) => void;
}) {
  return (
    <ul className={styles.found} aria-label={texts.foundRooms}>
      {rooms.map(room => (
        <li key={room.id}>
          <FoundRoomButton room={room} onChoose={() => onChoose(room)} />
        </li>
      ))}
    </ul>
  );
}

function FoundRoomButton({ room, onChoose }: { room: FoundRoom; onChoose: () => void }) {
  return (
    <button type="button" className={styles.option} onClick={onChoose}>
      <RoomMark room={room} />
      <span className={styles.name} dir="auto">
        {useFoundName(room)}
      </span>
    </button>
  );
}

function useFoundName(room: FoundRoom): string {
  return getRoomName({ ...room, name: room.name ?? '' }, useMe().uid);
}
