import type { ReactNode } from 'react';
import styles from './completion-list.module.css';

interface CompletionListProps<Option> {
  id: string;
  label: string;
  options: readonly Option[];
  /** The place of the chosen option. */
  index: number;
  /** By default, above the text field. */
  isBelow?: boolean;
  getKey: (option: Option) => string;
  onAccept: (option: Option) => void;
  renderOption: (option: Option) => ReactNode;
}

/** A list beside a text field, which keeps the focus. */
export function CompletionList<Option>(props: CompletionListProps<Option>) {
  const { id, label, options, index, isBelow, getKey, onAccept, renderOption } = props;
  if (options.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a `select` cannot leave the focus in the text field
    <div id={id} role="listbox" aria-label={label} className={styles.list} data-below={isBelow}>
      {options.map((option, place) => (
        <button
          key={getKey(option)}
          type="button"
          id={`${id}-${place}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see the list
          role="option"
          tabIndex={-1}
          aria-selected={place === index}
          className={styles.option}
          // The focus stays in the text field.
          onPointerDown={event => event.preventDefault()}
          onClick={() => onAccept(option)}
        >
          {renderOption(option)}
        </button>
      ))}
    </div>
  );
}
