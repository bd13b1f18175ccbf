import { MAX_TOKEN_ROOMS } from '@snug/protocol';
import { Globe, LockKeyhole } from 'lucide-react';
import type { FoundRoom } from '../chat/rooms/join/room-search.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { SegmentedControl } from '../ui/form/segmented-control.tsx';
import { RoomChooser } from './room-chooser.tsx';
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
      {rooms && (
        <RoomChooser
          rooms={rooms}
          max={MAX_TOKEN_ROOMS}
          fullHint={texts.tooManyRooms(MAX_TOKEN_ROOMS)}
          problem={problem}
          onChange={onChange}
        />
      )}
    </div>
  );
}
