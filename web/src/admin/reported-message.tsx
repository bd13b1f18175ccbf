import type { Report } from '@snug/protocol';
import { MessageText } from '../chat/messages/text/message-text.tsx';
import { useRovingTabIndex } from '../ui/keyboard/roving-tabindex.ts';
import { Name } from '../ui/text/name.tsx';
import { RoomLink } from './room-link.tsx';
import styles from './table/table.module.css';

/** The copy. Its text is collapsed like in a room, and its file opens in a new tab. */
export function ReportedMessage({ message, room }: Pick<Report, 'message' | 'room'>) {
  const { author, text, file, fileName } = message;
  const tabIndex = useRovingTabIndex();
  return (
    <div className={styles.copy}>
      <div>
        <strong className={styles.name}>
          <Name of={author.name} />
        </strong>
        <span className={styles.note}>
          <RoomLink room={room} />
        </span>
      </div>
      {text !== undefined && <MessageText text={text} className={styles.copyText} />}
      {file ? (
        <a href={file.url} target="_blank" rel="noreferrer" tabIndex={tabIndex}>
          {file.name}
        </a>
      ) : (
        fileName
      )}
    </div>
  );
}
