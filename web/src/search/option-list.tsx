import { CompletionList } from '../chat/composer/completion-list.tsx';
import { RoomMark } from '../chat/rooms/room-mark.tsx';
import { PersonAvatar } from '../people/profiles/person-avatar.tsx';
import type { FilterOption } from './filter-options.ts';
import styles from './search-form.module.css';

interface OptionListProps {
  id: string;
  label: string;
  options: readonly FilterOption[];
  index: number;
  onChoose: (option: FilterOption) => void;
}

/** People or rooms, below a text field. */
export function OptionList({ onChoose, ...list }: OptionListProps) {
  return (
    <CompletionList
      {...list}
      isBelow
      getKey={({ filter }) => `${filter.key} ${filter.value}`}
      onAccept={onChoose}
      renderOption={({ person, room, label }) => (
        <span className={styles.option}>
          {person && (
            <span className={styles.optionAvatar} aria-hidden>
              <PersonAvatar person={person} size={36} />
            </span>
          )}
          {room && <RoomMark room={room} />}
          <bdi className={styles.optionLabel}>{label}</bdi>
        </span>
      )}
    />
  );
}
