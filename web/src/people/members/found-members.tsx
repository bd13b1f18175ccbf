import type { Person, Room } from '@snug/protocol';
import { useLayoutEffect, useRef, useState } from 'react';
import { useMe } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { Button } from '../../ui/form/button.tsx';
import { ExcludedMembers } from './excluded-members.tsx';
import { type ManagedMember, MemberItem, MemberListSkeleton } from './member-list.tsx';
import styles from './members-dialog.module.css';
import type { RoomMembers } from './room-members.ts';
import { useIsAdmin } from './use-admins.ts';
import { useFoundMembers } from './use-found-members.ts';

interface FoundMembersProps {
  room: Room;
  query: string;
  members: RoomMembers;
  onOpen: (person: Person) => void;
}

export function FoundMembers({ room, query, members, onOpen }: FoundMembersProps) {
  const me = useMe();
  const isAdmin = useIsAdmin(room.id);
  const matching = useFoundMembers(room, members, query);
  const list = useRef<HTMLUListElement>(null);
  const [managed, manage] = useState<ManagedMember>();
  const onManage = isAdmin ? manage : undefined;
  useFocusAfterRemoval(managed, list);
  if (!matching) return <MemberListSkeleton />;
  const { found, excluded, hasMoreMembers, isLoadingMore, unlistedCount } = matching;
  return (
    <div>
      <ul ref={list} tabIndex={-1} className={styles.list} aria-label={strings.roomHeader.people}>
        {found.map(member => (
          <MemberItem
            key={member.uid}
            {...member}
            isMe={member.uid === me.uid}
            isManaged={member.uid === managed?.person.uid}
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
        {found.length + excluded.length === 0 && <p>{lazyStrings.roomDetails.noneFound}</p>}
        {unlistedCount > 0 && <p>{lazyStrings.roomDetails.more(unlistedCount)}</p>}
      </output>
      <ExcludedMembers
        members={excluded}
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
  managed: ManagedMember | undefined;
  members: RoomMembers;
  getList: () => HTMLElement | null;
  onClose: () => void;
}

function Menu({ room, managed, members, getList, onClose }: MenuProps) {
  const [MemberMenu] = useDialog(
    () => import('./member-menu.tsx').then(module => module.MemberMenu),
    managed !== undefined,
    onClose,
  );
  return (
    MemberMenu && (
      <MemberMenu
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
  managed: ManagedMember | undefined,
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
