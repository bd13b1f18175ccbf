import type { Room } from '@snug/protocol';
import { Link, UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { DialogTrigger } from '../../ui/dialog/dialog-trigger.tsx';
import { Button } from '../../ui/form/button.tsx';
import { AddMembersForm } from './add-members.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import styles from './members-dialog.module.css';
import type { RoomMembers } from './room-members.ts';

export function InviteMembers({ room }: { room: Room }) {
  return (
    <DialogButton title={lazyStrings.roomDetails.invite} icon={<Link size={18} aria-hidden />}>
      {state => <InviteDialog room={room} {...state} />}
    </DialogButton>
  );
}

export function AddMembers({ room, members }: { room: Room; members: RoomMembers }) {
  return (
    <DialogButton title={lazyStrings.members.addPeople} icon={<UserPlus size={18} aria-hidden />}>
      {state => (
        <Dialog title={lazyStrings.members.addPeople} {...state}>
          <AddMembersForm room={room} members={members} />
        </Dialog>
      )}
    </DialogButton>
  );
}

interface DialogButtonProps {
  title: string;
  icon: ReactNode;
  children: (state: DialogState) => ReactNode;
}

function DialogButton({ title, icon, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <DialogTrigger isOpen={isOpen} onOpen={() => setOpen(true)}>
        <Button className={styles.button}>
          {icon}
          {title}
        </Button>
      </DialogTrigger>
      {children({ isOpen, onOpenChange: setOpen })}
    </>
  );
}
