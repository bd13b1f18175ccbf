import type { Person } from '@snug/protocol';
import { createContext, useContext } from 'react';
import { usePerson } from '../../../people/profiles/use-person.ts';
import { useRovingTabIndex } from '../../../ui/keyboard/roving-tabindex.ts';
import styles from './message-text.module.css';

/** Opens the profile of a person. Undefined where names open nothing. */
export const OpenProfileContext = createContext<((person: Person) => void) | undefined>(undefined);

interface MentionNameProps {
  person: Person | undefined;
  typed: string;
  isInLink: boolean;
}

/** The name that the person has now, which opens their profile. */
export function MentionName({ person: given, typed, isInLink }: MentionNameProps) {
  const person = usePerson(given);
  const openProfile = useContext(OpenProfileContext);
  const tabIndex = useRovingTabIndex();
  const name = <bdi data-typed={typed}>{person ? `@${person.name}` : typed}</bdi>;
  if (!person || !openProfile || isInLink) return <span className={styles.mention}>{name}</span>;
  return (
    <button type="button" tabIndex={tabIndex} className={styles.mention} onClick={() => openProfile(person)}>
      {name}
    </button>
  );
}
