import type { Person } from '@snug/protocol';
import { CornerDownLeft } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import option from '../../ui/form/option.module.css';
import { BotTag } from './bot-tag.tsx';
import { PersonAvatar } from './person-avatar.tsx';
import styles from './person-option.module.css';
import { usePerson } from './use-person.ts';

interface PersonOptionProps {
  id: string;
  person: Person;
  /** Replaces the name. */
  label?: string | undefined;
  isSelected: boolean;
  onChoose: () => void;
}

/** In a listbox whose focus stays in a text field. */
export function PersonOption({ id, person: found, label, isSelected, onChoose }: PersonOptionProps) {
  const person = usePerson(found);
  return (
    <button
      type="button"
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an `option` cannot contain a picture
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      className={classNames(option.option, styles.option)}
      // The focus stays in the text field.
      onPointerDown={event => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={styles.avatar} aria-hidden>
        <PersonAvatar person={person} size={36} />
      </span>
      <span className={option.name} dir="auto">
        {label ?? person.name}
      </span>
      <BotTag person={person} />
      <CornerDownLeft className={option.enter} size={16} aria-hidden data-directed />
    </button>
  );
}
