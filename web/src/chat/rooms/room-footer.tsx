import type { RoomLog } from '@snug/client';
import { useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useHasBeen } from '../../state/use-has-been.ts';
import { useStore } from '../../state/use-store.ts';
import { strings } from '../../strings/strings.ts';
import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { showCommandError } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { Composer } from '../composer/composer.tsx';
import { focusComposer } from '../composer/focus-composer.ts';
import { editSession, useIsEditedInComposer } from '../messages/edit/edit-session.ts';
import { LazyEditForm } from '../messages/edit/lazy-edit-form.tsx';
import styles from './room-footer.module.css';
import { useRoomOptions } from './use-room-options.ts';

const LazyLinesAboveComposer = createIdleComponent(
  () => import('./lines-above-composer.tsx'),
  'LinesAboveComposer',
);
const LazyTypingLine = createIdleComponent(() => import('../typing/typing-line.tsx'), 'TypingLine');

/** The composer, or why this person cannot write. */
export function RoomFooter({ roomId, log }: { roomId: string; log: RoomLog | undefined }) {
  const [now, setNow] = useState(Date.now);
  const isSilenced = (log?.membership?.silencedUntil ?? 0) > now;
  const { request } = useRoomOptions(roomId);
  // After a refusal, an open room is like any other one that they have not joined.
  const isRequest = request === 'waiting' || (Boolean(request) && log?.room.kind !== undefined);
  const isReadOnly = log?.room.archivedAt !== undefined || isSilenced;
  const couldWrite = useHasBeen(!isReadOnly);
  const [ReadOnlyNote] = useDialog(
    () => import('./read-only-note.tsx').then(module => module.ReadOnlyNote),
    isReadOnly,
    () => undefined,
  );
  const [RequestNote] = useDialog(
    () => import('../requests/request-note.tsx').then(module => module.RequestNote),
    isRequest,
    () => undefined,
  );
  const guestCount = log?.room.guests ?? 0;
  const [GuestLine] = useDialog(
    () => import('../../people/guests/guest-line.tsx').then(module => module.GuestLine),
    guestCount > 0,
    () => undefined,
  );
  if (isRequest) return <div className={styles.note}>{log && RequestNote && <RequestNote log={log} />}</div>;
  if (isReadOnly) {
    return (
      <div className={styles.note}>
        {log && ReadOnlyNote && (
          <ReadOnlyNote log={log} takesFocus={couldWrite} onTimePassed={() => setNow(Date.now())} />
        )}
      </div>
    );
  }
  return (
    <div>
      <div className={styles.typing}>
        <LazyTypingLine roomId={roomId} />
      </div>
      {log && !log.room.kind && <JoinBar roomId={roomId} />}
      {guestCount > 0 && <div className={styles.guests}>{GuestLine && <GuestLine count={guestCount} />}</div>}
      <LazyLinesAboveComposer room={log?.room} />
      <ComposerOrEdit roomId={roomId} />
    </div>
  );
}

/** The draft returns after an edit. */
function ComposerOrEdit({ roomId }: { roomId: string }) {
  const session = useStore(editSession);
  const composer = <Composer roomId={roomId} />;
  return useIsEditedInComposer() && session?.roomId === roomId ? (
    <LazyEditForm key={session.id} session={session} isInComposer fallback={composer} />
  ) : (
    composer
  );
}

function JoinBar({ roomId }: { roomId: string }) {
  const chat = useChat();
  const [isBusy, setBusy] = useState(false);
  const joined = useStore(chat.memberships.joinedRoomIds);
  if (!joined || joined.has(roomId)) return null;

  async function join(): Promise<void> {
    setBusy(true);
    try {
      await chat.connection.command('join_room', { roomId });
      // The button disappears.
      focusComposer();
    } catch (error) {
      showCommandError(error);
    }
    setBusy(false);
  }

  return (
    <div className={styles.join}>
      <p>{strings.rooms.notJoined}</p>
      <Button isBusy={isBusy} onClick={() => void join()}>
        {strings.rooms.joinRoom}
      </Button>
    </div>
  );
}
