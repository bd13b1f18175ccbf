import { FOREVER, type Member, type Person } from '@snug/protocol';
import { useId } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { formatDate, formatTime } from '../../ui/text/format-time.ts';
import { MemberItem, type OnManage } from './member-list.tsx';
import styles from './members-dialog.module.css';

interface ExcludedMembersProps {
  members: readonly Member[];
  managedUid: string | undefined;
  onOpen: (person: Person) => void;
  onManage: OnManage | undefined;
}

export function ExcludedMembers({ members, managedUid, onOpen, onManage }: ExcludedMembersProps) {
  const id = useId();
  if (members.length === 0) return null;
  return (
    <section className={styles.excluded}>
      <h3 id={id} className={styles.heading}>
        {lazyStrings.members.excluded}
      </h3>
      <ul aria-labelledby={id}>
        {members.map(member => (
          <MemberItem
            key={member.person.uid}
            uid={member.person.uid}
            isMember={member.role !== null}
            isBanned={member.bannedUntil !== undefined}
            isSilenced={member.silencedUntil !== undefined}
            note={getNote(member)}
            isManaged={member.person.uid === managedUid}
            onOpen={onOpen}
            onManage={onManage}
          />
        ))}
      </ul>
    </section>
  );
}

/** "Banned until 05 Sep 2026, 14:05" */
function getNote({ bannedUntil, silencedUntil }: Member): string {
  const {
    bannedForGood,
    bannedUntil: toBanned,
    silencedForGood,
    silencedUntil: toSilenced,
  } = lazyStrings.members;
  if (bannedUntil !== undefined)
    return bannedUntil >= FOREVER ? bannedForGood : toBanned(formatDateAndTime(bannedUntil));
  if (silencedUntil === undefined) return '';
  return silencedUntil >= FOREVER ? silencedForGood : toSilenced(formatDateAndTime(silencedUntil));
}

function formatDateAndTime(at: number): string {
  return strings.times.dateAndTime(formatDate(at), formatTime(at));
}
