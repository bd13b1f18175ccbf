import type { Person } from '@snug/protocol';
import { memo } from 'react';
import { PersonAvatar } from '../profiles/person-avatar.tsx';
import { usePersonById } from '../profiles/use-person.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { LoadingText, SkeletonCircle, SkeletonLine } from '../ui/feedback/loading.tsx';
import styles from './people-list.module.css';

interface PersonItemProps {
  uid: string;
  isMe: boolean;
  isAdmin: boolean;
  isViewing: boolean;
  onOpen: (person: Person) => void;
}

export const PersonItem = memo(function PersonItem({ uid, onOpen, ...marks }: PersonItemProps) {
  const person = usePersonById(uid);
  return (
    <li className={styles.item}>
      {person ? (
        <>
          <PersonAvatar person={person} size={36} />
          <button type="button" className={styles.name} dir="auto" onClick={() => onOpen(person)}>
            {person.name}
          </button>
          <PersonBadges {...marks} />
        </>
      ) : (
        <PersonSkeleton width={50} />
      )}
    </li>
  );
});

function PersonBadges({ isMe, isAdmin, isViewing }: Omit<PersonItemProps, 'uid' | 'onOpen'>) {
  return (
    <span className={styles.marks}>
      {isMe && <span>{lazyStrings.roomDetails.you}</span>}
      {isAdmin && <span className={styles.admin}>{lazyStrings.roomDetails.admin}</span>}
      {isViewing && <span className={styles.here}>{lazyStrings.roomDetails.viewing}</span>}
    </span>
  );
}

export function PeopleListSkeleton() {
  return (
    <div>
      <div aria-hidden>
        {([50, 35, 75] as const).map(width => (
          <div key={width} className={styles.item}>
            <PersonSkeleton width={width} />
          </div>
        ))}
      </div>
      <LoadingText />
    </div>
  );
}

function PersonSkeleton({ width }: { width: 35 | 50 | 75 }) {
  return (
    <>
      <SkeletonCircle />
      <div className={styles.line}>
        <SkeletonLine width={width} />
      </div>
    </>
  );
}
