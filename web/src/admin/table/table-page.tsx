import type { ReactNode } from 'react';
import type { usePages } from '../../state/use-pages.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { Button } from '../../ui/form/button.tsx';
import { MoreButton } from '../../ui/form/more-button.tsx';
import { AdminTable } from './admin-table.tsx';
import type { Column } from './column.ts';
import { SortSelect } from './sort-select.tsx';
import type { Sorting } from './sorting.ts';
import styles from './table.module.css';
import toolbar from './toolbar.module.css';

interface TablePageProps<Row> {
  name: string;
  columns: readonly Column<Row>[];
  pages: Pick<
    ReturnType<typeof usePages<Row, unknown>>,
    'list' | 'isBusy' | 'isStale' | 'hasFailed' | 'showMore' | 'reload'
  >;
  getKey: (row: Row) => string;
  /** Undefined while the rows have an order of their own. */
  sorting?: Sorting | undefined;
  /** Shown in place of an empty table. */
  none: string;
  /** Sentences above the table. */
  hint?: ReactNode;
  /** The search and other filters. */
  children?: ReactNode;
  /** Above the table. */
  top?: ReactNode;
}

/** One table with its filters, its pages, and the states without rows. */
export function TablePage<Row>(props: TablePageProps<Row>) {
  const { name, columns, pages, getKey, sorting, none, hint, children, top } = props;
  const { list, isStale, isBusy, hasFailed } = pages;
  const isEmpty = list?.rows.length === 0 && list.next === undefined;
  return (
    <div className={styles.place}>
      {top}
      <div className={toolbar.toolbar}>
        {children}
        {sorting && !isEmpty && <SortSelect columns={columns} sorting={sorting} />}
      </div>
      {hint && <div className={styles.hint}>{hint}</div>}
      {!list && hasFailed ? (
        <Failure onRetry={pages.reload} />
      ) : isEmpty ? (
        <p className={styles.empty}>{none}</p>
      ) : (
        <AdminTable
          name={name}
          columns={columns}
          rows={list?.rows}
          getKey={getKey}
          sorting={sorting}
          isStale={isStale}
        />
      )}
      <MoreButton hasMore={list?.next !== undefined} isBusy={isBusy} onClick={() => void pages.showMore()} />
    </div>
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.empty}>
      <p>{lazyStrings.admin.notLoaded}</p>
      <Button onClick={onRetry}>{strings.shell.tryAgain}</Button>
    </div>
  );
}
