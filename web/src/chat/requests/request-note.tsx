import type { RoomLog } from '@snug/client';
import { usePerson } from '../../people/profiles/use-person.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { useRoomOptions } from '../rooms/use-room-options.ts';
import { AnswerButtons } from './answer-buttons.tsx';
import styles from './request-note.module.css';

const { requests: texts } = lazyStrings;

/** In place of the composer. */
export function RequestNote({ log }: { log: RoomLog }) {
  const asker = usePerson(useRoomOptions(log.room.id).requestedBy);
  const isRoom = log.room.kind !== 'direct';
  return (
    <>
      <p dir="auto">{isRoom && asker ? texts.roomNote(isolateBidi(asker.name)) : texts.note}</p>
      <span className={styles.buttons}>
        <AnswerButtons roomId={log.room.id} />
      </span>
    </>
  );
}
