import type { Person } from '@snug/protocol';
import { memo } from 'react';
import { PersonAvatar } from '../profiles/person-avatar.tsx';
import { usePersonById } from '../profiles/use-person.ts';
import { words } from '../strings/strings.ts';
import { LoadingWords, SkeletonDisc, SkeletonLine } from '../ui/feedback/loading.tsx';
import styles from './people-list.module.css';

interface PersonItemProps {
  uid: string;
  isMe: boolean;
  isAdmin: boolean;
  /** Has the room open. */
  isHere: boolean;
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
          <Marks {...marks} />
        </>
      ) : (
        <Shape width={50} />
      )}
    </li>
  );
});

function Marks({ isMe, isAdmin, isHere }: Omit<PersonItemProps, 'uid' | 'onOpen'>) {
  return (
    <span className={styles.marks}>
      {isMe && <span>{words.roomDetails.you}</span>}
      {isAdmin && <span className={styles.admin}>{words.roomDetails.admin}</span>}
      {isHere && <span className={styles.here}>{words.roomDetails.hereNow}</span>}
    </span>
  );
}

/** The shape of the list while it comes. */
export function PeopleListSkeleton() {
  return (
    <div>
      <div aria-hidden>
        {([50, 35, 75] as const).map(width => (
          <div key={width} className={styles.item}>
            <Shape width={width} />
          </div>
        ))}
      </div>
      <LoadingWords />
    </div>
  );
}

function Shape({ width }: { width: 35 | 50 | 75 }) {
  return (
    <>
      <SkeletonDisc />
      <div className={styles.line}>
        <SkeletonLine width={width} />
      </div>
    </>
  );
}
