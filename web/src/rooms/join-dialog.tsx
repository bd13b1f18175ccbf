import { CornerDownLeft, Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { isJoinKey, useShortcut } from '../shortcuts/use-shortcut.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { findRooms } from './find-rooms.ts';
import styles from './join-dialog.module.css';
import { roomPath } from './room-path.ts';

export function JoinDialog() {
  const [isOpen, setOpen] = useState(false);
  useShortcut(isJoinKey, () => setOpen(true));
  return (
    <Dialog
      title="Join conversation"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button className={styles.trigger} aria-keyshortcuts="Control+K Meta+K">
          <Search size={18} aria-hidden />
          Join conversation
        </Button>
      }
    >
      <FindRoom onFound={() => setOpen(false)} />
    </Dialog>
  );
}

function FindRoom({ onFound }: { onFound: () => void }) {
  const rooms = useStore(useChat().roomList.rooms) ?? [];
  const [words, setWords] = useState('');
  const [, navigate] = useLocation();
  const found = findRooms(rooms, words);

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
        label="Find a room"
        name="words"
        placeholder="Its name, link or id"
        autoComplete="off"
        value={words}
        onChange={event => setWords(event.target.value)}
      />
      <ul className={styles.found} aria-label="Rooms found">
        {found.map(room => (
          <li key={room.id}>
            <Link className={styles.room} href={roomPath(room.id)} onClick={onFound} dir="auto">
              <span className={styles.name}>{room.name}</span>
              <CornerDownLeft className={styles.enter} size={16} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
      <output className={styles.none}>{found.length === 0 && 'No room has that name.'}</output>
    </form>
  );
}
