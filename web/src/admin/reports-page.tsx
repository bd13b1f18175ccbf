import type { Report, ReportCursor } from '@snug/protocol';
import { useCallback } from 'react';
import { useChat } from '../state/chat-context.ts';
import { type Page, usePages } from '../state/use-pages.ts';
import { useWorkspace } from '../state/use-workspace.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { Name } from '../ui/text/name.tsx';
import { RelativeTime } from '../ui/text/relative-time.tsx';
import { CloseReportButton } from './close-report-button.tsx';
import { ReportActions } from './report-actions.tsx';
import { ReportedMessage } from './reported-message.tsx';
import type { Column } from './table/column.ts';
import { useSorting } from './table/sorting.ts';
import styles from './table/table.module.css';
import { TablePage } from './table/table-page.tsx';

const BY_TIME = { by: 'time', kind: 'time' } as const;

export function ReportsPage() {
  const [, reloadWorkspace] = useWorkspace();
  const sorting = useSorting([BY_TIME]);
  const pages = usePages(useReadReports(!sorting.descending));
  const onClosed = () => {
    pages.reload();
    reloadWorkspace();
  };
  const texts = lazyStrings.admin;
  return (
    <TablePage
      name={texts.reports}
      columns={createColumns(onClosed)}
      pages={pages}
      getKey={({ id }) => id}
      sorting={sorting}
      none={texts.noReports}
    />
  );
}

function useReadReports(
  oldestFirst: boolean,
): (before: ReportCursor | undefined) => Promise<Page<Report, ReportCursor>> {
  const { connection } = useChat();
  return useCallback(
    async before => {
      const input = { oldestFirst, ...(before && { before }) };
      const { reports, next } = await connection.command('list_reports', input);
      return { rows: reports, next };
    },
    [connection, oldestFirst],
  );
}

function createColumns(onClosed: () => void): Column<Report>[] {
  const texts = lazyStrings.admin;
  return [
    { name: texts.time, order: BY_TIME, render: ({ at }) => <RelativeTime at={at} /> },
    {
      name: texts.message,
      kind: 'title',
      render: ({ message, room }) => <ReportedMessage message={message} room={room} />,
    },
    {
      name: texts.reportedBy,
      render: ({ reporter, reason }) => (
        <div className={styles.copy}>
          <Name of={reporter.name} />
          {reason}
        </div>
      ),
    },
    {
      name: texts.actions,
      kind: 'actions',
      render: ({ id, room, message }) => (
        <span className={styles.actions}>
          {room && !room.kind && <ReportActions room={room} message={message} />}
          <CloseReportButton id={id} onClosed={onClosed} />
        </span>
      ),
    },
  ];
}
