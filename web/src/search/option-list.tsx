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

/** Below a text field, which keeps the focus. */
export function OptionList({ id, label, options, index, onChoose }: OptionListProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a `select` cannot leave the focus in the text field
    <div id={id} role="listbox" aria-label={label} className={styles.options}>
      {options.map((option, place) => (
        <button
          key={`${option.filter.key} ${option.filter.value}`}
          type="button"
          id={`${id}-${place}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see the list
          role="option"
          tabIndex={-1}
          aria-selected={place === index}
          className={styles.option}
          // The focus stays in the text field.
          onPointerDown={event => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option.person && (
            <span className={styles.optionAvatar} aria-hidden>
              <PersonAvatar person={option.person} size={36} />
            </span>
          )}
          {option.room && <RoomMark room={option.room} />}
          <bdi className={styles.optionLabel}>{option.label}</bdi>
        </button>
      ))}
    </div>
  );
}
