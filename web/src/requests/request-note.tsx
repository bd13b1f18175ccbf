import type { RoomLog } from '@snug/client';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { AnswerButtons } from './answer-buttons.tsx';
import styles from './request-note.module.css';

/** In place of the composer. */
export function RequestNote({ log }: { log: RoomLog }) {
  return (
    <>
      <p>{lazyStrings.requests.note}</p>
      <span className={styles.buttons}>
        <AnswerButtons roomId={log.room.id} />
      </span>
    </>
  );
}
