import { CreateFirstRoom } from '../chat/rooms/create-first-room.tsx';
import { RoomScreen } from '../chat/rooms/room-screen.tsx';
import { useApplyShare } from '../chat/share/use-apply-share.ts';
import { RoomTitle } from '../chat/unread/room-title.tsx';
import { followHit, openedHit, SEARCH_PATH } from '../state/search-path.ts';
import { useStore } from '../state/use-store.ts';
import { strings } from '../strings/strings.ts';
import { createIdleComponent } from '../ui/browser/create-idle-component.tsx';
import { useAddressChange, usePath } from '../ui/browser/location.ts';
import { useIsNarrow } from '../ui/browser/use-is-narrow.ts';
import { Logo } from '../ui/feedback/logo.tsx';
import { NotFoundPage } from '../ui/not-found-page.tsx';
import styles from './chat-screen.module.css';
import {
  CONVERSATIONS_PATH,
  LazyAdmin,
  LazyConversationsPage,
  LazyMentionsPage,
  LazySavedPage,
  LazySearchPage,
  MENTIONS_PATH,
  SAVED_PATH,
} from './lazy-pages.ts';
import { ShortcutsHotkey } from './shortcuts/lazy-shortcuts-dialog.tsx';
import { Sidebar } from './sidebar.tsx';
import { MAIN_ID, SkipLink } from './skip-link.tsx';

const LazyBackgroundTasks = createIdleComponent(() => import('./background-tasks.tsx'), 'BackgroundTasks');
const LazyConnectionStatus = createIdleComponent(() => import('./connection-status.tsx'), 'ConnectionStatus');
/** The list has its width before. */
const LazyListResizer = createIdleComponent(
  () => import('../chat/rooms/list/list-resizer.tsx'),
  'ListResizer',
);
/** Few pages receive shared content. */
const LazyShareStrip = createIdleComponent(() => import('../chat/share/share-strip.tsx'), 'ShareStrip');

/** Few rooms open at the result of a search. */
const LazyHitBar = createIdleComponent(() => import('../search/hit-bar.tsx'), 'HitBar');

const ROOM_PATH = /^\/chat\/([^/]+)$/;

export function ChatScreen() {
  useAddressChange(followHit);
  const path = usePath();
  const isList = path === '/' || path === '/share';
  const roomId = ROOM_PATH.exec(path)?.[1];
  const isOnlyPane = useIsNarrow() && isList;
  return (
    <div className={styles.screen}>
      {!isOnlyPane && <SkipLink />}
      <LazyConnectionStatus roomId={roomId} />
      <LazyShareStrip />
      <ShortcutsHotkey />
      <LazyBackgroundTasks roomId={roomId} />
      <div className={styles.panes} data-pane={isList ? 'list' : 'room'}>
        {/* As the only pane, the list is the main landmark. */}
        <div className={styles.list} role={isOnlyPane ? 'main' : undefined}>
          <Sidebar roomId={roomId} isTitled={isList} isOnlyPane={isOnlyPane} />
        </div>
        <main className={styles.room} id={MAIN_ID} tabIndex={-1}>
          <LazyListResizer />
          {roomId ? (
            <OpenRoom key={roomId} roomId={roomId} />
          ) : isList ? (
            <NoRoomSelected />
          ) : path === SEARCH_PATH ? (
            <LazySearchPage />
          ) : path === SAVED_PATH ? (
            <LazySavedPage />
          ) : path.startsWith('/admin') ? (
            <LazyAdmin path={path} />
          ) : path === MENTIONS_PATH ? (
            <LazyMentionsPage />
          ) : path === CONVERSATIONS_PATH ? (
            <LazyConversationsPage />
          ) : (
            <NotFoundPage />
          )}
        </main>
      </div>
    </div>
  );
}

function OpenRoom({ roomId }: { roomId: string }) {
  const hit = useStore(openedHit)?.hit;
  const bar = hit !== undefined && <LazyHitBar key={hit} hit={hit} />;
  return useApplyShare(roomId) && <RoomScreen roomId={roomId} bar={bar} />;
}

function NoRoomSelected() {
  return (
    <div className={styles.noRoom}>
      <RoomTitle />
      <CreateFirstRoom
        fallback={
          <>
            <Logo size={56} />
            <p>{strings.shell.selectChat}</p>
          </>
        }
      />
    </div>
  );
}
