import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { Column } from './column.ts';
import { isDescendingFirst, type Sorting } from './sorting.ts';
import styles from './table.module.css';

interface SortHeaderProps {
  column: Pick<Column<never>, 'name' | 'order' | 'kind'>;
  sorting: Sorting | undefined;
}

/** The head of a column. A press sorts by it, and the next one reverses the order. */
export function SortHeader({ column: { name, order, kind }, sorting }: SortHeaderProps) {
  if (!order || !sorting)
    return (
      <th scope="col" data-kind={kind}>
        {name}
      </th>
    );
  const isCurrent = sorting.by === order.by;
  const Icon = isCurrent ? (sorting.descending ? ArrowDown : ArrowUp) : ChevronsUpDown;
  return (
    <th
      scope="col"
      data-kind={kind}
      aria-sort={isCurrent ? (sorting.descending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => sorting.sortBy(order.by, isCurrent ? !sorting.descending : isDescendingFirst(order))}
      >
        {name}
        <Icon size={14} aria-hidden />
      </button>
    </th>
  );
}
