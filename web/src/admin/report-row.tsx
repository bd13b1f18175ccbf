import type { Report } from '@snug/protocol';
import { useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { roomPath } from '../chat/room-path.ts';
import { MessageText } from '../messages/text/message-text.tsx';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { Link } from '../ui/browser/link.tsx';
import { showCommandError, showSuccess } from '../ui/feedback/toast.ts';
import { Button } from '../ui/form/button.tsx';
import { Name } from '../ui/text/name.tsx';
import { RelativeTime } from '../ui/text/relative-time.tsx';
import { ReportActions } from './report-actions.tsx';
import styles from './table.module.css';

export function ReportRow({ report, onClosed }: { report: Report; onClosed: () => void }) {
  const { at, message, room, reporter, reason } = report;
  const texts = lazyStrings.admin;
  return (
    <tr>
      <td data-label={texts.time}>
        <RelativeTime at={at} />
      </td>
      <td data-label={texts.message}>
        <ReportedMessage message={message} />
      </td>
      <td data-label={texts.room}>
        {room ? (
          <Link href={roomPath(room.id)}>
            <Name of={room.name} />
          </Link>
        ) : (
          texts.privateRoom
        )}
      </td>
      <td data-label={texts.reportedBy}>
        <Name of={reporter.name} />
      </td>
      <td data-label={texts.reason}>{reason}</td>
      <td data-label={texts.actions}>
        <span className={styles.actions}>
          {room && !room.kind && <ReportActions room={room} message={message} />}
          <CloseButton id={report.id} onClosed={onClosed} />
        </span>
      </td>
    </tr>
  );
}

/** The copy. Its text is collapsed like in a room, and its file opens in a new tab. */
function ReportedMessage({ message: { author, text, file, fileName } }: Pick<Report, 'message'>) {
  return (
    <div className={styles.copy}>
      <strong className={styles.name}>
        <Name of={author.name} />
      </strong>
      {text !== undefined && <MessageText text={text} className={styles.copyText} />}
      {file ? (
        <a href={file.url} target="_blank" rel="noreferrer">
          {file.name}
        </a>
      ) : (
        fileName
      )}
    </div>
  );
}

function CloseButton({ id, onClosed }: { id: string; onClosed: () => void }) {
  const { connection } = useChat();
  const [isBusy, setBusy] = useState(false);
  const texts = lazyStrings.admin;

  async function close(): Promise<void> {
    setBusy(true);
    try {
      await connection.command('close_report', { id });
      showSuccess(texts.reportClosed);
      onClosed();
    } catch (error) {
      showCommandError(error);
    }
    setBusy(false);
  }

  return (
    <Button isBusy={isBusy} onClick={() => void close()}>
      {texts.closeReport}
    </Button>
  );
}
