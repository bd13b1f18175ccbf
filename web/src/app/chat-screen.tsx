import { useRoute } from 'wouter';
import { useUnkeptNotice } from '../outbox/use-volatile-outbox-notice.ts';
import { FirstRoom } from '../rooms/create-first-room.tsx';
import { ListResizer } from '../rooms/list-resizer.tsx';
import { RoomScreen } from '../rooms/room-screen.tsx';
import { Sidebar } from '../rooms/sidebar.tsx';
import { ShareStrip } from '../share/share-strip.tsx';
import { useShare } from '../share/use-apply-share.ts';
import { ShortcutsByKey } from '../shortcuts/shortcuts-dialog.tsx';
import { useArrivalSound } from '../sound/use-arrival-sound.ts';
import { words } from '../strings/strings.ts';
import { useNarrow } from '../ui/browser/use-is-narrow.ts';
import { Mark } from '../ui/feedback/logo.tsx';
import { RoomTitle } from '../unread/room-title.tsx';
import styles from './chat-screen.module.css';
import { ConnectionStatus } from './connection-status.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { MAIN_ID, SkipLink } from './skip-link.tsx';

/** The list of rooms beside the open room; one of the two where there is no space for both. */
export function ChatScreen() {
  const [, params] = useRoute('/chat/:roomId');
  const [isRoot] = useRoute('/');
  const [isShare] = useRoute('/share');
  const isList = isRoot || isShare;
  const roomId = params?.roomId;
  const isAlone = useNarrow() && isList;
  useUnkeptNotice();
  useArrivalSound(roomId);
  return (
    <div className={styles.screen}>
      {!isAlone && <SkipLink />}
      <ConnectionStatus roomId={roomId} />
      <ShareStrip />
      <ShortcutsByKey />
      <div className={styles.panes} data-pane={isList ? 'list' : 'room'}>
        {/* Where it is the only pane, the list is what the page is about. */}
        <div className={styles.list} role={isAlone ? 'main' : undefined}>
          <Sidebar roomId={roomId} isTitled={isList} isAlone={isAlone} />
        </div>
        <main className={styles.room} id={MAIN_ID} tabIndex={-1}>
          <ListResizer />
          {roomId ? <OpenRoom key={roomId} roomId={roomId} /> : isList ? <NoRoom /> : <NotFoundPage />}
        </main>
      </div>
    </div>
  );
}

function OpenRoom({ roomId }: { roomId: string }) {
  return useShare(roomId) && <RoomScreen roomId={roomId} />;
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
