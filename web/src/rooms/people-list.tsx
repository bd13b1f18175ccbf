import type { Person } from '@snug/protocol';
import { useId } from 'react';
import { PersonAvatar } from '../profiles/person-avatar.tsx';
import { usePersonById } from '../profiles/use-person.ts';
import { LoadingWords, SkeletonDisc, SkeletonLine } from '../ui/loading.tsx';
import { formatNumber } from '../words/numbers.ts';
import { words } from '../words/words.ts';
import styles from './people-list.module.css';

interface PeopleListProps {
  heading: string;
  uids: readonly string[];
  /** How many there are, of whom `uids` may be a part. */
  count: number;
  emptyWords: string;
  onOpenProfile: (person: Person) => void;
}

export function PeopleList({ heading, uids, count, emptyWords, onOpenProfile }: PeopleListProps) {
  const id = useId();
  return (
    <section>
      <h3 id={id} className={styles.heading}>
        {heading} <span className={styles.count}>{formatNumber(count, { useGrouping: false })}</span>
      </h3>
      {uids.length === 0 && <p className={styles.quiet}>{emptyWords}</p>}
      <ul aria-labelledby={id}>
        {uids.map(uid => (
          <PersonItem key={uid} uid={uid} onOpen={onOpenProfile} />
        ))}
      </ul>
      {count > uids.length && <p className={styles.quiet}>{words.roomDetails.more(count - uids.length)}</p>}
    </section>
  );
}

function PersonItem({ uid, onOpen }: { uid: string; onOpen: (person: Person) => void }) {
  const person = usePersonById(uid);
  return (
    <li className={styles.item}>
      {person ? (
        <>
          <PersonAvatar person={person} size={36} />
          <button type="button" className={styles.name} dir="auto" onClick={() => onOpen(person)}>
            {person.name}
          </button>
        </>
      ) : (
        <Shape width={50} />
      )}
    </li>
  );
}

/** The shape of the list while it comes. */
export function PeopleListSkeleton() {
  return (
    <div className={styles.skeleton}>
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
