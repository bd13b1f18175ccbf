import type { RoomLog } from '@snug/client';
import { FOREVER } from '@snug/protocol';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useChat, useMe } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { showCommandError } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { formatDate, formatTime } from '../../ui/text/format-time.ts';

/** The longest delay of a timer. */
const MAX_DELAY_MS = 2 ** 31 - 1;

interface ReadOnlyNoteProps {
  log: RoomLog;
  /** The note is in the place of a composer. If that had the focus, the note takes it, so that it is read and no button is pressed. */
  takesFocus: boolean;
  /** A silence may be over. */
  onTimePassed: () => void;
}

/** Why this person cannot write in a room. */
export function ReadOnlyNote({ log, takesFocus, onTimePassed }: ReadOnlyNoteProps) {
  const isAdmin = log.admins.includes(useMe().uid);
  const silencedUntil = log.membership?.silencedUntil ?? 0;
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) note.current?.focus();
  }, [takesFocus]);
  const passTime = useEffectEvent(onTimePassed);
  useEffect(() => {
    const timer = setInterval(passTime, Math.min(Math.max(1_000, silencedUntil - Date.now()), MAX_DELAY_MS));
    return () => clearInterval(timer);
  }, [silencedUntil]);
  if (log.room.archivedAt === undefined) {
    return (
      <p ref={note} tabIndex={-1}>
        {getSilenceText(silencedUntil)}
      </p>
    );
  }
  return (
    <>
      <p ref={note} tabIndex={-1}>
        {lazyStrings.roomOptions.archivedHere}
      </p>
      {isAdmin && <UnarchiveButton roomId={log.room.id} />}
    </>
  );
}

function UnarchiveButton({ roomId }: { roomId: string }) {
  const chat = useChat();
  const [isBusy, setBusy] = useState(false);

  async function unarchive(): Promise<void> {
    setBusy(true);
    await chat.archiveRoom({ roomId, archived: false }).catch(showCommandError);
    setBusy(false);
  }

  return (
    <Button isBusy={isBusy} onClick={() => void unarchive()}>
      {lazyStrings.roomOptions.unarchive}
    </Button>
  );
}

function getSilenceText(until: number): string {
  const { silenced, silencedUntil } = lazyStrings.roomOptions;
  if (until >= FOREVER) return silenced;
  const date = formatDate(until);
  const time = formatTime(until);
  return silencedUntil(date === formatDate(Date.now()) ? time : strings.times.dateAndTime(date, time));
}
