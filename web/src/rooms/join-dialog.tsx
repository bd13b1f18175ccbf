import { CornerDownLeft, Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { isJoinKey, useShortcut } from '../shortcuts/use-shortcut.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useOpenedByAddress } from '../ui/use-opened-by-address.ts';
import { words } from '../words/words.ts';
import { findRooms } from './find-rooms.ts';
import styles from './join-dialog.module.css';
import { roomPath } from './room-path.ts';

export function JoinDialog() {
  const [isOpen, setOpen] = useState(useOpenedByAddress('find'));
  useShortcut(isJoinKey, () => setOpen(true));
  return (
    <Dialog
      title={words.rooms.join}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button className={styles.trigger} aria-keyshortcuts="Control+K Meta+K">
          <Search size={18} aria-hidden />
          {words.rooms.join}
        </Button>
      }
    >
      <FindRoom onFound={() => setOpen(false)} />
    </Dialog>
  );
}

function FindRoom({ onFound }: { onFound: () => void }) {
  const rooms = useStore(useChat().roomList.rooms) ?? [];
  const [wanted, setWanted] = useState('');
  const [, navigate] = useLocation();
  const found = findRooms(rooms, wanted);

  function openFirst(event: FormEvent): void {
    event.preventDefault();
    const [first] = found;
    if (!first) return;
    onFound();
    navigate(roomPath(first.id));
  }

  return (
    <form className={styles.form} onSubmit={openFirst}>
      <TextField
        label={words.rooms.find}
        name="words"
        placeholder={words.rooms.findBy}
        autoComplete="off"
        value={wanted}
        onChange={event => setWanted(event.target.value)}
      />
      <ul className={styles.found} aria-label={words.rooms.found}>
        {found.map(room => (
          <li key={room.id}>
            <Link className={styles.room} href={roomPath(room.id)} onClick={onFound}>
              <span className={styles.name} dir="auto">
                {room.name}
              </span>
              <CornerDownLeft className={styles.enter} size={16} aria-hidden data-directed />
            </Link>
          </li>
        ))}
      </ul>
      <output className={styles.none}>{found.length === 0 && words.rooms.noneFound}</output>
    </form>
  );
}
