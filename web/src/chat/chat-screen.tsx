import { useRoute } from 'wouter';
import { useUnkeptNotice } from '../outbox/use-unkept-notice.ts';
import { FirstRoom } from '../rooms/first-room.tsx';
import { RoomScreen } from '../rooms/room-screen.tsx';
import { Sidebar } from '../rooms/sidebar.tsx';
import { ShortcutsByKey } from '../shortcuts/shortcuts-dialog.tsx';
import { useArrivalSound } from '../sound/use-arrival-sound.ts';
import { Mark } from '../ui/mark.tsx';
import { RoomTitle } from '../unread/room-title.tsx';
import { words } from '../words/words.ts';
import styles from './chat-screen.module.css';
import { ConnectionStatus } from './connection-status.tsx';

/** The list of rooms beside the open room; one of the two where there is no space for both. */
export function ChatScreen() {
  const [, params] = useRoute('/chat/:roomId');
  const roomId = params?.roomId;
  useUnkeptNotice();
  useArrivalSound(roomId);
  return (
    <main className={styles.screen}>
      <ConnectionStatus roomId={roomId} />
      <ShortcutsByKey />
      <div className={styles.panes} data-pane={roomId ? 'room' : 'list'}>
        <Sidebar roomId={roomId} />
        <section className={styles.room}>
          {roomId ? <RoomScreen key={roomId} roomId={roomId} /> : <NoRoom />}
        </section>
      </div>
    </main>
  );
}

function NoRoom() {
  return (
    <div className={styles.noRoom}>
      <RoomTitle />
      <FirstRoom
        otherwise={
          <>
            <Mark size={56} />
            <p>{words.shell.selectChat}</p>
          </>
        }
      />
    </div>
  );
}
