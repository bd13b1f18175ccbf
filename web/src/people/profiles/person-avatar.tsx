import type { Person } from '@snug/protocol';
import { Avatar } from '../../ui/avatar/avatar.tsx';
import styles from './person-avatar.module.css';
import { PresenceDot } from './presence-dot.tsx';

/** A bot has no presence: its program may run without a connection. */
export function PersonAvatar({ person, size }: { person: Person; size: 36 | 40 | 96 }) {
  return (
    <span className={styles.place} data-size={size}>
      <Avatar person={person} size={size} />
      {!person.bot && (
        <span className={styles.corner}>
          <PresenceDot uid={person.uid} />
        </span>
      )}
    </span>
  );
}
