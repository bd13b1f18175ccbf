import type { AuditCursor, AuditEntry } from '@snug/protocol';
import { FOREVER } from '@snug/protocol';
import { useCallback } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { roomPath } from '../chat/room-path.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { strings } from '../strings/strings.ts';
import { Link } from '../ui/browser/link.tsx';
import { LoadingPage } from '../ui/feedback/loading.tsx';
import { Name } from '../ui/text/name.tsx';
import { RelativeTime } from '../ui/text/relative-time.tsx';
import { MoreButton } from './more-button.tsx';
import styles from './table.module.css';
import { usePages } from './use-pages.ts';

export function AuditPage() {
  const { connection } = useChat();
  const read = useCallback(
    async (before: AuditCursor | undefined) => {
      const { entries, next } = await connection.command('list_audit', before ? { before } : {});
      return { rows: entries, next };
    },
    [connection],
  );
  const { list, isBusy, showMore } = usePages(read);
  const texts = lazyStrings.admin;
  if (!list) return <LoadingPage text={strings.shell.loadingPage} />;
  if (list.rows.length === 0) return <p className={styles.empty}>{texts.noEntries}</p>;
  return (
    <div className={styles.place}>
      <table className={styles.table} aria-label={texts.audit}>
        <thead>
          <tr>
            {[texts.time, texts.action, texts.by, texts.person, texts.room, texts.reason].map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.rows.map(entry => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
      <MoreButton hasMore={list.next !== undefined} isBusy={isBusy} onClick={() => void showMore()} />
    </div>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { at, actor, target, reason } = entry;
  const texts = lazyStrings.admin;
  return (
    <tr>
      <td data-label={texts.time}>
        <RelativeTime at={at} />
      </td>
      <td data-label={texts.action}>{describeAction(entry)}</td>
      <td data-label={texts.by}>{actor ? <Name of={actor.name} /> : texts.operator}</td>
      <td data-label={texts.person}>{target && <Name of={target.name} />}</td>
      <td data-label={texts.room}>
        <RoomOf entry={entry} />
      </td>
      <td data-label={texts.reason}>{reason}</td>
    </tr>
  );
}

function RoomOf({ entry: { room } }: { entry: AuditEntry }) {
  if (!room) return null;
  const { id, name } = room;
  if (name === undefined) return lazyStrings.admin.privateRoom;
  return id === undefined ? <Name of={name} /> : <Link href={roomPath(id)}>{<Name of={name} />}</Link>;
}

function describeAction({ action, until }: AuditEntry): string {
  // A later release has further actions.
  const name = lazyStrings.auditActions[action] ?? action;
  if (until === undefined || until === FOREVER) return name;
  return lazyStrings.admin.until(name, strings.times.date(new Date(until)));
}
