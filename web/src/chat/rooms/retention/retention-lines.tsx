import type { Room } from '@snug/protocol';
import { useState } from 'react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { showCommandError, showSuccess } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/form/button.tsx';
import { formatDate } from '../../../ui/text/format-time.ts';
import { formatDays } from './retention-choices.ts';
import styles from './retention-lines.module.css';
import { useRetention, useUndo } from './use-retention.ts';

/** What will be removed from a room, until that begins. */
export function RetentionLines({ room }: { room: Room }) {
  const { days, changes, pinsEnd } = useRetention(room);
  const getUndo = useUndo(room);
  const { from, pinsFrom } = lazyStrings.retention;
  const shortest = changes.at(-1)?.days ?? days;
  // A change of the room at the same time says enough.
  const endsPins = pinsEnd !== undefined && !changes.some(({ at, by }) => by === 'room' && at === pinsEnd);
  return (
    <>
      {changes.map(({ at, days, by }) => (
        <Announcement key={by} text={from(formatDate(at), formatDays(days))} onUndo={getUndo(by)} />
      ))}
      {endsPins && shortest !== undefined && (
        <Announcement text={pinsFrom(formatDate(pinsEnd), formatDays(shortest))} onUndo={getUndo('room')} />
      )}
    </>
  );
}

interface AnnouncementProps {
  text: string;
  onUndo: (() => Promise<void>) | undefined;
}

function Announcement({ text, onUndo }: AnnouncementProps) {
  const [isBusy, setBusy] = useState(false);
  const texts = lazyStrings.retention;

  async function undo(): Promise<void> {
    setBusy(true);
    try {
      await onUndo?.();
      showSuccess(texts.undone);
    } catch (error) {
      showCommandError(error);
    }
    setBusy(false);
  }

  return (
    <p className={styles.line}>
      {text}
      {onUndo && (
        <Button variant="plain" className={styles.undo} isBusy={isBusy} onClick={() => void undo()}>
          {texts.undo}
        </Button>
      )}
    </p>
  );
}
