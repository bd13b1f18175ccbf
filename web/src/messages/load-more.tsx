import type { RoomLog } from '@snug/client';
import { PAGE_SIZE } from '@snug/protocol';
import type { RefObject } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { Button } from '../ui/button.tsx';
import { showError } from '../ui/toast.ts';
import styles from './load-more.module.css';

interface LoadMoreProps {
  roomId: string;
  log: RoomLog;
  /** Takes the focus when there is nothing older left and the button goes. */
  scroller: RefObject<HTMLElement | null>;
}

export function LoadMore({ roomId, log, scroller }: LoadMoreProps) {
  const room = useChat().room(roomId);
  const { loadingOlder } = useStore(room.view);
  if (!log.hasOlder || log.messages.length < PAGE_SIZE) return null;

  async function load(): Promise<void> {
    try {
      await room.loadOlder();
      if (!room.view.get().log?.hasOlder) scroller.current?.focus({ preventScroll: true });
    } catch (error) {
      showError((error as Error).message);
    }
  }

  return (
    <div className={styles.place}>
      <Button isBusy={loadingOlder} onClick={() => void load()}>
        Load more
      </Button>
    </div>
  );
}
