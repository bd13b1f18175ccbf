import { AtSign, Bookmark, MessagesSquare, Plus } from 'lucide-react';
import { useState } from 'react';
import { JoinButton } from '../chat/rooms/join/join-button.tsx';
import { LazyNewRoomDialog } from '../chat/rooms/lazy-new-room-dialog.tsx';
import { RoomList } from '../chat/rooms/list/room-list.tsx';
import { SidebarLink } from '../chat/rooms/list/sidebar-link.tsx';
import { NewMessageButton } from '../people/direct/new-message-button.tsx';
import { useChat, useMe } from '../state/chat-context.ts';
import { useStore } from '../state/use-store.ts';
import { strings } from '../strings/strings.ts';
import { createIdleComponent } from '../ui/browser/create-idle-component.tsx';
import { workspaceName } from '../ui/browser/workspace-name.ts';
import { useOpenedByUrl } from '../ui/dialog/use-opened-by-url.ts';
import { Logo } from '../ui/feedback/logo.tsx';
import { IconButton } from '../ui/form/icon-button.tsx';
import { Dashboard } from './dashboard/dashboard.tsx';
import { CONVERSATIONS_PATH, MENTIONS_PATH, SAVED_PATH } from './lazy-pages.ts';
import { SearchLink } from './search-link.tsx';
import styles from './sidebar.module.css';

const LazyConversationsPill = createIdleComponent(
  () => import('../chat/conversations/conversations-pill.tsx'),
  'ConversationsPill',
);

interface SidebarProps {
  roomId: string | undefined;
  /** Whether its heading is the title of the page, because no room is open. */
  isTitled: boolean;
  /** The only pane is the main landmark of the page. */
  isOnlyPane: boolean;
}

export function Sidebar({ roomId, isTitled, isOnlyPane }: SidebarProps) {
  const Title = isTitled ? 'h1' : 'p';
  return (
    <div className={styles.sidebar}>
      {/* A header inside the main landmark is not the page's banner. */}
      <header role={isOnlyPane ? 'none' : undefined}>
        <div className={styles.header}>
          <Title className={styles.name}>
            <Logo size={28} />
            <WorkspaceName />
          </Title>
          <Dashboard />
        </div>
        <div className={styles.actions}>
          <JoinButton />
          <NewMessageButton />
          <NewRoom />
        </div>
        <div className={styles.links}>
          <ConversationsLink />
          <SidebarLink href={MENTIONS_PATH} label={strings.rooms.mentions} icon={AtSign} />
          <SidebarLink href={SAVED_PATH} label={strings.rooms.saved} icon={Bookmark} />
          {!useStore(useChat().isSearchOff) && <SearchLink />}
        </div>
      </header>
      <RoomList openRoomId={roomId} />
    </div>
  );
}

function ConversationsLink() {
  const { conversations } = strings.rooms;
  const [name, setName] = useState<string>();
  return (
    <SidebarLink href={CONVERSATIONS_PATH} label={conversations} name={name} icon={MessagesSquare}>
      <LazyConversationsPill onName={setName} />
    </SidebarLink>
  );
}

function NewRoom() {
  const [isOpen, setOpen] = useState(useOpenedByUrl('new'));
  if (useMe().guest) return null;
  return (
    <LazyNewRoomDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <IconButton label={strings.rooms.createNew} icon={Plus} variant="main" tooltip="below-start" />
      }
    />
  );
}

function WorkspaceName() {
  return (
    <span className={styles.workspace} dir="auto">
      {useStore(workspaceName)}
    </span>
  );
}
