import type { Person } from '@snug/protocol';
import { Check } from 'lucide-react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Button } from '../../ui/form/button.tsx';
import { BotTag } from '../profiles/bot-tag.tsx';
import { PersonAvatar } from '../profiles/person-avatar.tsx';
import { usePerson } from '../profiles/use-person.ts';
import styles from './add-members.module.css';

interface AddMemberItemProps {
  person: Person;
  isMember: boolean;
  isBusy: boolean;
  onAdd: () => void;
}

export function AddMemberItem({ person: found, isMember, isBusy, onAdd }: AddMemberItemProps) {
  const person = usePerson(found);
  const { addAction, addName, addedName, inRoom } = lazyStrings.members;
  return (
    <li className={styles.person}>
      <PersonAvatar person={person} size={36} />
      <span className={styles.name} dir="auto">
        {person.name} <BotTag person={person} />
      </span>
      {/* The same button, so that it keeps the focus. */}
      <Button
        className={isMember ? styles.added : undefined}
        variant={isMember ? 'plain' : 'quiet'}
        isBusy={isBusy}
        aria-label={isMember ? addedName(person.name) : addName(person.name)}
        aria-disabled={isMember || undefined}
        onClick={() => !isMember && onAdd()}
      >
        {isMember && <Check size={16} aria-hidden />}
        {isMember ? inRoom : addAction}
      </Button>
    </li>
  );
}
