import type { Person, Room } from '@snug/protocol';
import { useLayoutEffect, useRef, useState } from 'react';
import { useMe } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { Button } from '../../ui/form/button.tsx';
import { ExcludedPeople } from './excluded-members.tsx';
import { type ManagedPerson, PeopleListSkeleton, PersonItem } from './member-list.tsx';
import styles from './members-dialog.module.css';
import type { RoomMembers } from './room-members.ts';
import { useIsAdmin } from './use-admins.ts';
import { useFoundPeople } from './use-found-members.ts';

interface PeopleFoundProps {
  room: Room;
  query: string;
  members: RoomMembers;
  onOpen: (person: Person) => void;
}

export function PeopleFound({ room, query, members, onOpen }: PeopleFoundProps) {
  const me = useMe();
  const isAdmin = useIsAdmin(room.id);
  const found = useFoundPeople(room, members, query);
  const list = useRef<HTMLUListElement>(null);
  const [managed, manage] = useState<ManagedPerson>();
  const onManage = isAdmin ? manage : undefined;
  useFocusAfterRemoval(managed, list);
  if (!found) return <PeopleListSkeleton />;
  const { people, excluded, hasMoreMembers, isLoadingMore, unlistedCount } = found;
  return (
    <div>
      <ul ref={list} tabIndex={-1} className={styles.list} aria-label={strings.roomHeader.people}>
        {people.map(person => (
          <PersonItem
            key={person.uid}
            {...person}
            isMe={person.uid === me.uid}
            isManaged={person.uid === managed?.person.uid}
            onOpen={onOpen}
            onManage={onManage}
          />
        ))}
      </ul>
      {hasMoreMembers && (
        <Button className={styles.more} isBusy={isLoadingMore} onClick={() => void members.loadMore()}>
          {strings.messages.loadMore}
        </Button>
      )}
      <output className={styles.note}>
        {people.length + excluded.length === 0 && <p>{lazyStrings.roomDetails.noneFound}</p>}
        {unlistedCount > 0 && <p>{lazyStrings.roomDetails.more(unlistedCount)}</p>}
      </output>
      <ExcludedPeople
        people={excluded}
        managedUid={managed?.person.uid}
        onOpen={onOpen}
        onManage={onManage}
      />
      <Menu
        room={room}
        managed={managed}
        members={members}
        getList={() => list.current}
        onClose={() => manage(undefined)}
      />
    </div>
  );
}

interface MenuProps {
  room: Room;
  managed: ManagedPerson | undefined;
  members: RoomMembers;
  getList: () => HTMLElement | null;
  onClose: () => void;
}

function Menu({ room, managed, members, getList, onClose }: MenuProps) {
  const [PeopleMenu] = useDialog(
    () => import('./member-menu.tsx').then(module => module.PeopleMenu),
    managed !== undefined,
    onClose,
  );
  return (
    PeopleMenu && (
      <PeopleMenu
        room={room}
        managed={managed}
        getList={getList}
        onChanged={members.readAgain}
        onClose={onClose}
      />
    )
  );
}

/** A person who was removed or banned leaves the list with the button that had the focus. */
function useFocusAfterRemoval(
  managed: ManagedPerson | undefined,
  list: { readonly current: HTMLElement | null },
): void {
  const button = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    if (managed) button.current = managed.button;
    if (!button.current || button.current.isConnected) return;
    button.current = undefined;
    if (document.activeElement === document.body) list.current?.focus();
  });
}
