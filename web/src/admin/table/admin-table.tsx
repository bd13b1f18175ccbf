import { useRef } from 'react';
import { RovingTabIndexContext } from '../../ui/keyboard/roving-tabindex.ts';
import type { Column } from './column.ts';
import { SkeletonRows } from './skeleton-rows.tsx';
import { SortHeader } from './sort-header.tsx';
import type { Sorting } from './sorting.ts';
import styles from './table.module.css';
import { useRowSelection } from './use-row-selection.ts';

interface AdminTableProps<Row> {
  name: string;
  columns: readonly Column<Row>[];
  /** Undefined until they are loaded. */
  rows: readonly Row[] | undefined;
  getKey: (row: Row) => string;
  sorting?: Sorting | undefined;
  /** The rows of another request are shown until this one has a result. */
  isStale?: boolean;
}

/** A table of one tab stop, whose arrow keys select a row. Only the controls of that row are in the tab order. */
export function AdminTable<Row>(props: AdminTableProps<Row>) {
  const { name, columns, rows, getKey, sorting, isStale = false } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const selection = useRowSelection(body, rows?.map(getKey) ?? []);
  return (
    <table className={styles.table} aria-label={name} aria-busy={isStale || undefined}>
      <thead>
        <tr>
          {columns.map(column => (
            <SortHeader key={column.name} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      {rows ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its rows have the focus
        <tbody ref={body} onKeyDown={selection.onKeyDown} onFocus={selection.onFocus}>
          {rows.map(row => {
            const isSelected = getKey(row) === selection.selected;
            return (
              <tr key={getKey(row)} data-key={getKey(row)} tabIndex={isSelected ? 0 : -1}>
                <RovingTabIndexContext value={isSelected}>
                  {columns.map(column => (
                    <td key={column.name} data-label={column.name} data-kind={column.kind}>
                      {column.render(row)}
                    </td>
                  ))}
                </RovingTabIndexContext>
              </tr>
            );
          })}
        </tbody>
      ) : (
        <SkeletonRows columns={columns.length} />
      )}
    </table>
  );
}
