import { lazyStrings } from '../../strings/lazy-strings.ts';
import type { Column } from './column.ts';
import { describeOrder, type Sorting } from './sorting.ts';
import styles from './toolbar.module.css';
import { FilterSelect } from './toolbar-fields.tsx';

interface SortSelectProps {
  columns: readonly Pick<Column<never>, 'name' | 'order'>[];
  sorting: Sorting;
}

/** In place of the heads of the columns, on narrow screens. */
export function SortSelect({ columns, sorting }: SortSelectProps) {
  const options = columns.flatMap(({ name, order }) =>
    order
      ? [false, true].map(descending => ({
          value: toValue(order.by, descending),
          label: describeOrder(name, order, descending),
        }))
      : [],
  );
  return (
    <div className={styles.sort}>
      <FilterSelect
        label={lazyStrings.admin.sortBy}
        options={options}
        value={toValue(sorting.by, sorting.descending)}
        onChoose={value => sorting.sortBy(value.replace(/^-/, ''), value.startsWith('-'))}
      />
    </div>
  );
}

function toValue(by: string, descending: boolean): string {
  return `${descending ? '-' : ''}${by}`;
}
