import type { Report, ReportCursor } from '@snug/protocol';
import { useCallback } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { strings } from '../strings/strings.ts';
import { LoadingPage } from '../ui/feedback/loading.tsx';
import { MoreButton } from './more-button.tsx';
import { ReportRow } from './report-row.tsx';
import styles from './table.module.css';
import { type Page, usePages } from './use-pages.ts';
import { useWorkspace } from './use-workspace.ts';

export function ReportsPage() {
  const { connection } = useChat();
  const [, reloadWorkspace] = useWorkspace();
  const read = useCallback(
    async (before: ReportCursor | undefined): Promise<Page<Report, ReportCursor>> => {
      const { reports, next } = await connection.command('list_reports', before ? { before } : {});
      return { rows: reports, next };
    },
    [connection],
  );
  const { list, isBusy, showMore, reload } = usePages(read);
  const onClosed = () => {
    reload();
    reloadWorkspace();
  };
  const texts = lazyStrings.admin;
  if (!list) return <LoadingPage text={strings.shell.loadingPage} />;
  if (list.rows.length === 0 && !list.next) return <p className={styles.empty}>{texts.noReports}</p>;
  return (
    <div className={styles.place}>
      <table className={styles.table} aria-label={texts.reports}>
        <thead>
          <tr>
            {[texts.time, texts.message, texts.room, texts.reportedBy, texts.reason, texts.actions].map(
              name => (
                <th key={name} scope="col">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {list.rows.map(report => (
            <ReportRow key={report.id} report={report} onClosed={onClosed} />
          ))}
        </tbody>
      </table>
      <MoreButton hasMore={list.next !== undefined} isBusy={isBusy} onClick={() => void showMore()} />
    </div>
  );
}
