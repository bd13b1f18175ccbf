import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FoundRoom } from '../chat/rooms/join/room-search.ts';
import { useRoomSearch } from '../chat/rooms/join/use-room-search.ts';
import { RoomMark } from '../chat/rooms/room-mark.tsx';
import { getRoomName } from '../people/direct/room-name.ts';
import { useMe } from '../state/chat-context.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { IconButton } from '../ui/form/icon-button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import styles from './room-chooser.module.css';

const { programs: texts } = lazyStrings;

interface RoomChooserProps {
  rooms: readonly FoundRoom[];
  /** The number of rooms that can be chosen. */
  max: number;
  /** Once so many are chosen. */
  fullHint?: string;
  problem: string | undefined;
  onChange: (rooms: readonly FoundRoom[]) => void;
}

export function RoomChooser({ rooms, max, fullHint, problem, onChange }: RoomChooserProps) {
  const [query, setQuery] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const { items } = useRoomSearch(query);
  const isFull = rooms.length >= max;
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
        hint={isFull ? fullHint : undefined}
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
