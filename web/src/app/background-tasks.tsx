import { LazyNotices } from '../account/lazy-notices.tsx';
import { LazyJoinDialog } from '../invitation/lazy-join-dialog.tsx';
import { useVolatileOutboxNotice } from '../outbox/use-volatile-outbox-notice.ts';
import { useReminders } from '../saved/use-reminders.ts';
import { useArrivalSound } from '../sound/use-arrival-sound.ts';
import { useImportedReadMarks } from '../unread/import-read-marks.ts';
import { useNextUnread } from '../unread/use-next-unread.ts';
import { LazyWaysIn } from '../ways-in/lazy-ways-in.tsx';

/** What the page does besides showing rooms. */
export function BackgroundTasks({ roomId }: { roomId: string | undefined }) {
  useVolatileOutboxNotice();
  useImportedReadMarks();
  useArrivalSound(roomId);
  useReminders();
  useNextUnread(roomId);
  return (
    <>
      <LazyJoinDialog />
      <LazyNotices>
        <LazyWaysIn />
      </LazyNotices>
    </>
  );
}
