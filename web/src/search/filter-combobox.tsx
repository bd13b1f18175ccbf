import type { FilterOption } from './filter-options.ts';
import { OptionList } from './option-list.tsx';
import type { Filter } from './search-filters.ts';
import styles from './search-form.module.css';
import { useOptions } from './use-options.ts';

interface FilterComboboxProps {
  label: string;
  listLabel: string;
  /** Undefined without the focus. */
  query: string | undefined;
  options: readonly FilterOption[];
  onQuery: (query: string | undefined) => void;
  onAdd: (filter: Filter) => void;
}

/** Finds a person or a room by the name. */
export function FilterCombobox(props: FilterComboboxProps) {
  const { label, listLabel, query, options, onQuery, onAdd } = props;
  const choose = ({ filter }: FilterOption) => {
    onQuery('');
    onAdd(filter);
  };
  const { id, isOpen, index, onKeyDown, attributes } = useOptions(options, query, choose);
  return (
    <div className={styles.place}>
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        {...attributes}
        aria-controls={id}
        className={styles.filter}
        placeholder={label}
        autoComplete="off"
        value={query ?? ''}
        onFocus={() => onQuery('')}
        onBlur={() => onQuery(undefined)}
        onChange={event => onQuery(event.target.value)}
        onKeyDown={event => void onKeyDown(event)}
      />
      {isOpen && <OptionList {...{ id, options, index }} label={listLabel} onChoose={choose} />}
    </div>
  );
}
