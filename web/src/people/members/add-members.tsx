import type { Person, Room } from '@snug/protocol';
import { useState } from 'react';
import { useChat, useMe } from '../../state/chat-context.ts';
import { toSearchText } from '../../state/use-paged-search.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { showCommandError } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useSuggestedPeople } from '../direct/suggested-people.ts';
import { usePeopleSearch } from '../profiles/use-people-search.ts';
import { AddMemberItem } from './add-member-item.tsx';
import styles from './add-members.module.css';
import type { RoomMembers } from './room-members.ts';
import { useAdmins } from './use-admins.ts';

interface AddMembersFormProps {
  room: Room;
  members: RoomMembers;
}

export function AddMembersForm({ room, members }: AddMembersFormProps) {
  const [query, setQuery] = useState('');
  const isMember = useIsMember(room.id, members);
  const { people, isSearching, hasFailed, next, showMore } = useCandidates(query);
  return (
    <div className={styles.form}>
      {room.kind === 'private' && <p className={styles.note}>{lazyStrings.members.seesHistory}</p>}
      <TextField
        label={lazyStrings.members.addPeople}
        name="people"
        type="search"
        autoComplete="off"
        placeholder={lazyStrings.direct.placeholder}
        value={query}
        onChange={event => setQuery(event.target.value)}
      />
      {people.length > 0 && (
        <ul className={styles.found} aria-label={lazyStrings.direct.found}>
          {people.map(person => (
            <AddMemberRow
              key={person.uid}
              roomId={room.id}
              person={person}
              isMember={isMember(person.uid)}
              onAdded={members.readAgain}
            />
          ))}
        </ul>
      )}
      {next && (
        <Button variant="plain" className={styles.more} onClick={showMore}>
          {lazyStrings.roomSearch.morePeople}
        </Button>
      )}
      <output className={styles.none}>
        {people.length === 0 && !isSearching && getNote(query, hasFailed)}
      </output>
    </div>
  );
}

function getNote(query: string, hasFailed: boolean): string {
  if (hasFailed) return strings.shell.unreachableNow;
  return toSearchText(query) === undefined ? lazyStrings.members.addHint : lazyStrings.members.noneFound;
}

function useCandidates(query: string) {
  const me = useMe().uid;
  const suggested = useSuggestedPeople();
  const { items, ...search } = usePeopleSearch(query);
  const people = toSearchText(query) === undefined ? suggested : items;
  return { ...search, people: people.filter(({ uid }) => uid !== me) };
}

function useIsMember(roomId: string, members: RoomMembers): (uid: string) => boolean {
  const view = useStore(members.view);
  const admins = useAdmins(roomId);
  const known = new Set([...admins, ...(view?.members ?? []).map(({ person }) => person.uid)]);
  return uid => known.has(uid);
}

interface AddMemberRowProps {
  roomId: string;
  person: Person;
  isMember: boolean;
  onAdded: () => Promise<void>;
}

function AddMemberRow({ roomId, person, isMember, onAdded }: AddMemberRowProps) {
  const chat = useChat();
  const [isAdded, setAdded] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function add(): Promise<void> {
    setBusy(true);
    try {
      await chat.connection.command('set_member', { roomId, uid: person.uid, member: true });
      setAdded(true);
      await onAdded();
    } catch (error) {
      showCommandError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <AddMemberItem person={person} isMember={isMember || isAdded} isBusy={isBusy} onAdd={() => void add()} />
  );
}
