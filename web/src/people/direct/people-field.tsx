import { X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Avatar } from '../../ui/avatar/avatar.tsx';
import { moveSelection } from '../../ui/keyboard/move-selection.ts';
import styles from './people-field.module.css';
import { optionId, type PeopleChooser } from './use-people-chooser.ts';

/** A field with the chosen people in front of the text. */
export function PeopleField({ chooser }: { chooser: PeopleChooser }) {
  const { id, chosen, query, options, index, search, select, chooseActive, remove } = chooser;
  const input = useRef<HTMLInputElement>(null);
  const active = options[index];

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Backspace' && query === '') remove(chosen.at(-1)?.uid);
    if (event.key === 'Enter' && chooseActive()) event.preventDefault();
    const next = moveSelection(event, index, options.length);
    if (next !== undefined) select(next);
  }

  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={`${id}-input`}>
        {lazyStrings.direct.people}
      </label>
      <div className={styles.box}>
        {chosen.length > 0 && (
          <ul className={styles.chosen} aria-label={lazyStrings.direct.chosen}>
            {chosen.map(person => (
              <li key={person.uid} className={styles.chip}>
                <Avatar person={person} size={20} />
                <span className={styles.name} dir="auto">
                  {person.name}
                </span>
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={lazyStrings.direct.remove(person.name)}
                  onClick={() => {
                    remove(person.uid);
                    input.current?.focus();
                  }}
                >
                  <X size={14} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          ref={input}
          id={`${id}-input`}
          className={styles.input}
          role="combobox"
          name="people"
          autoComplete="off"
          placeholder={chosen.length === 0 ? lazyStrings.direct.placeholder : undefined}
          value={query}
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active && optionId(id, active.uid)}
          onKeyDown={onKeyDown}
          onChange={event => search(event.target.value)}
        />
      </div>
    </div>
  );
}
