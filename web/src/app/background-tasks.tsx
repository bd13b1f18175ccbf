import '../ui/styles/print.css';
import { useEffect } from 'react';
import { LazyNotices } from '../account/lazy-notices.tsx';
import { LazyWaysIn } from '../account/ways-in/lazy-ways-in.tsx';
import { useArrivals } from '../chat/arrivals/use-arrivals.ts';
import { useDeletedEdits } from '../chat/messages/edit/use-deleted-edits.ts';
import { useTrimmedEdits } from '../chat/messages/edit/use-trimmed-edits.ts';
import { useReminders } from '../chat/saved/use-reminders.ts';
import { useImportedReadMarks } from '../chat/unread/import-read-marks.ts';
import { useAppBadge } from '../chat/unread/use-app-badge.ts';
import { useNextUnread } from '../chat/unread/use-next-unread.ts';
import { useActivity } from '../notifications/page/use-activity.ts';
import { useOpenedNotifications } from '../notifications/page/use-opened-notifications.ts';
import { useReadNotifications } from '../notifications/page/use-read-notifications.ts';
import { useThisDevice } from '../notifications/page/use-this-device.ts';
import { useEndingAccess } from '../people/guests/use-ending-access.ts';
import { LazyAcceptInviteDialog } from '../people/invites/lazy-accept-invite-dialog.tsx';
import { paceConnection } from '../state/batch-pacer.ts';
import { useChat } from '../state/chat-context.ts';
import { useFreshCopies } from '../state/offline/use-fresh-copies.ts';
import { useVolatileWorkNotice } from '../state/outbox/use-volatile-work-notice.ts';
import { stopHeldKeys } from '../ui/keyboard/held-keys.ts';

/** What the page does besides showing rooms. */
export function BackgroundTasks({ roomId }: { roomId: string | undefined }) {
  const { connection } = useChat();
  useEffect(() => paceConnection(connection), [connection]);
  useEffect(stopHeldKeys, []);
  useVolatileWorkNotice();
  useImportedReadMarks();
  useArrivals(roomId);
  useAppBadge();
  useThisDevice();
  useActivity();
  useReadNotifications();
  useOpenedNotifications();
  useReminders();
  useNextUnread(roomId);
  useFreshCopies();
  useTrimmedEdits();
  useDeletedEdits();
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
