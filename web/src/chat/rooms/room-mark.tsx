import type { ListedRoom, Person } from '@snug/protocol';
import { Lock } from 'lucide-react';
import { listOthers } from '../../people/direct/room-name.ts';
import { PresenceDot } from '../../people/profiles/presence-dot.tsx';
import { usePerson } from '../../people/profiles/use-person.ts';
import { useMe } from '../../state/chat-context.ts';
import { Avatar } from '../../ui/avatar/avatar.tsx';
import styles from './room-mark.module.css';

const MAX_AVATARS = 3;

/** Before the name of a room that is not open: a lock, or the people of a direct room. */
export function RoomMark({ room: { kind, people } }: { room: Pick<ListedRoom, 'kind' | 'people'> }) {
  if (people) return <People people={people} />;
  return kind && <Lock className={styles.lock} size={14} strokeWidth={2.2} aria-hidden />;
}

function People({ people }: { people: readonly Person[] }) {
  const me = useMe();
  const others = listOthers(people, me.uid);
  const [one] = others;
  const shown = one ? others.slice(0, MAX_AVATARS) : [me];
  return (
    <span className={styles.people}>
      {shown.map(person => (
        <PersonMark key={person.uid} person={person} />
      ))}
      {one && others.length === 1 && (
        <span className={styles.presence}>
          <PresenceDot uid={one.uid} />
        </span>
      )}
    </span>
  );
}

function PersonMark({ person }: { person: Person }) {
  return <Avatar person={usePerson(person)} size={20} />;
}
