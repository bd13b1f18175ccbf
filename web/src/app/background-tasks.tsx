import { useEffect } from 'react';
import { LazyNotices } from '../account/lazy-notices.tsx';
import { LazyWaysIn } from '../account/ways-in/lazy-ways-in.tsx';
import { useReminders } from '../chat/saved/use-reminders.ts';
import { useArrivalSound } from '../chat/arrivals/use-arrival-sound.ts';
import { useImportedReadMarks } from '../chat/unread/import-read-marks.ts';
import { useNextUnread } from '../chat/unread/use-next-unread.ts';
import { useEndingAccess } from '../people/guests/use-ending-access.ts';
import { LazyAcceptInviteDialog } from '../people/invites/lazy-accept-invite-dialog.tsx';
import { paceConnection } from '../state/batch-pacer.ts';
import { useChat } from '../state/chat-context.ts';
import { useFreshCopies } from '../state/offline/use-fresh-copies.ts';
import { useVolatileOutboxNotice } from '../state/outbox/use-volatile-outbox-notice.ts';

/** What the page does besides showing rooms. */
export function BackgroundTasks({ roomId }: { roomId: string | undefined }) {
  const { connection } = useChat();
  useEffect(() => paceConnection(connection), [connection]);
  useVolatileOutboxNotice();
  useImportedReadMarks();
  useArrivalSound(roomId);
  useReminders();
  useNextUnread(roomId);
  useFreshCopies();
  useEndingAccess();
  return (
    <>
      <LazyAcceptInviteDialog />
      <LazyNotices>
        <LazyWaysIn />
      </LazyNotices>
    </>
  );
}
