import type { Person } from '@snug/protocol';
import { Ellipsis } from 'lucide-react';
import { memo } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { LoadingText, SkeletonCircle, SkeletonLine } from '../../ui/feedback/loading.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { BotTag } from '../profiles/bot-tag.tsx';
import { PersonAvatar } from '../profiles/person-avatar.tsx';
import { usePersonById } from '../profiles/use-person.ts';
import { StatusLine } from '../status/status-line.tsx';
import styles from './member-list.module.css';

/** What an admin can change about a person. */
interface Standing {
  isAdmin?: boolean;
  isMember?: boolean;
  isBanned?: boolean;
  isSilenced?: boolean;
  /** The end of the access of a guest. */
  guestUntil?: number | undefined;
}

export interface ManagedMember extends Standing {
  person: Person;
  /** That opened the menu. */
  button: HTMLElement;
  /** Whether a key opened it. */
  isByKey: boolean;
}

export type OnManage = (person: ManagedMember) => void;

interface MemberItemProps extends Standing {
  uid: string;
  isMe?: boolean;
  isViewing?: boolean;
  note?: string;
  /** Whether the menu of this person is open. */
  isManaged?: boolean;
  onOpen: (person: Person) => void;
  onManage?: OnManage | undefined;
}

export const MemberItem = memo(function MemberItem(props: MemberItemProps) {
  const { uid, isMe, isViewing, note, isManaged = false, onOpen, onManage, ...standing } = props;
  const person = usePersonById(uid);
  if (!person) {
    return (
      <li className={styles.item}>
        <MemberSkeleton width={50} />
      </li>
    );
  }
  return (
    <li className={styles.item}>
      <PersonAvatar person={person} size={36} />
      <span className={styles.words}>
        <button type="button" className={styles.name} dir="auto" onClick={() => onOpen(person)}>
          {person.name}
        </button>
        {note && <span className={styles.note}>{note}</span>}
        {!person.bot && <StatusLine uid={uid} className={styles.note} />}
      </span>
      <BotTag person={person} />
      <MemberBadges isMe={isMe} isAdmin={standing.isAdmin} isViewing={isViewing} />
      {onManage && !isMe && (
        <IconButton
          label={lazyStrings.members.manage(person.name)}
          icon={Ellipsis}
          tooltip="none"
          className={styles.manage}
          aria-haspopup="menu"
          aria-expanded={isManaged}
          data-popup-open={isManaged || undefined}
          onClick={({ currentTarget, detail }) =>
            onManage({ ...standing, person, button: currentTarget, isByKey: detail === 0 })
          }
        />
      )}
    </li>
  );
});

interface MemberBadgesProps {
  isMe: boolean | undefined;
  isAdmin: boolean | undefined;
  isViewing: boolean | undefined;
}

function MemberBadges({ isMe, isAdmin, isViewing }: MemberBadgesProps) {
  return (
    <span className={styles.marks}>
      {isMe && <span>{lazyStrings.roomDetails.you}</span>}
      {isAdmin && <span className={styles.admin}>{lazyStrings.roomDetails.admin}</span>}
      {isViewing && <span className={styles.here}>{lazyStrings.roomDetails.viewing}</span>}
    </span>
  );
}

export function MemberListSkeleton() {
  return (
    <div>
      <div aria-hidden>
        {([50, 35, 75] as const).map(width => (
          <div key={width} className={styles.item}>
            <MemberSkeleton width={width} />
          </div>
        ))}
      </div>
      <LoadingText />
    </div>
  );
}

function MemberSkeleton({ width }: { width: 35 | 50 | 75 }) {
  return (
    <>
      <SkeletonCircle />
      <div className={styles.line}>
        <SkeletonLine width={width} />
      </div>
    </>
  );
}
