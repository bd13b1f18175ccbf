import { useEffect, useRef } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { Button } from '../../ui/form/button.tsx';
import { PersonOption } from '../profiles/person-option.tsx';
import styles from './new-message-dialog.module.css';
import { optionId, type PeopleChooser } from './use-people-chooser.ts';

/** The options of the combobox, whose `aria-activedescendant` names the selected one. */
export function PeopleResults({ chooser }: { chooser: PeopleChooser }) {
  const { id, meUid, options, index, next, choose, showMore } = chooser;
  const list = useRef<HTMLDivElement>(null);
  const active = options[index]?.uid;
  useEffect(() => {
    if (active === undefined) return;
    const option = list.current?.querySelector('[aria-selected="true"]');
    option?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [active]);
  return (
    <>
      <div
        ref={list}
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a `select` has no text field
        role="listbox"
        className={styles.found}
        aria-label={lazyStrings.direct.found}
      >
        {options.map(person => (
          <PersonOption
            key={person.uid}
            id={optionId(id, person.uid)}
            person={person}
            label={person.uid === meUid ? strings.rooms.notes : undefined}
            isSelected={person.uid === active}
            onChoose={() => choose(person)}
          />
        ))}
      </div>
      {next && (
        <Button variant="plain" className={styles.more} onClick={showMore}>
          {lazyStrings.roomSearch.morePeople}
        </Button>
      )}
    </>
  );
}
