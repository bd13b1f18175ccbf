import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useChat } from '../state/chat-context.ts';
import { useStore } from '../state/use-store.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { getLabel } from './filter-chips.tsx';
import { FilterCombobox } from './filter-combobox.tsx';
import { usePersonOptions, useRoomOptions } from './filter-options.ts';
import { isDate } from './search-dates.ts';
import { type Filter, SEARCH_PARTS } from './search-filters.ts';
import styles from './search-form.module.css';

interface FilterFieldsProps {
  onAdd: (filter: Filter) => void;
}

export function FilterFields({ onAdd }: FilterFieldsProps) {
  return (
    <div className={styles.filters}>
      <PersonField onAdd={onAdd} />
      <RoomField onAdd={onAdd} />
      <PartSelect onAdd={onAdd} />
      <DateSelect onAdd={onAdd} />
    </div>
  );
}

function PersonField({ onAdd }: FilterFieldsProps) {
  const texts = lazyStrings.messageSearch;
  const [query, setQuery] = useState<string>();
  const { options } = usePersonOptions(query);
  const labels = { label: texts.from, listLabel: texts.people };
  return <FilterCombobox {...{ ...labels, query, options, onAdd }} onQuery={setQuery} />;
}

function RoomField({ onAdd }: FilterFieldsProps) {
  const texts = lazyStrings.messageSearch;
  const [query, setQuery] = useState<string>();
  const { options } = useRoomOptions(query);
  const labels = { label: texts.in, listLabel: texts.rooms };
  return <FilterCombobox {...{ ...labels, query, options, onAdd }} onQuery={setQuery} />;
}

const PARTS: readonly Filter[] = [
  ...SEARCH_PARTS.map(value => ({ key: 'has' as const, value })),
  { key: 'mentions', value: 'me' },
  { key: 'is', value: 'saved' },
];

function PartSelect({ onAdd }: FilterFieldsProps) {
  const texts = lazyStrings.messageSearch;
  const isOffline = useStore(useChat().connection.state).status === 'disconnected';
  return (
    <FilterSelect
      label={texts.has}
      onChoose={place => {
        const filter = PARTS[place];
        if (filter) onAdd(filter);
      }}
    >
      {PARTS.map(filter => {
        // This device knows the marks of messages that it keeps, but not the list of saved ones.
        const isDisabled = isOffline && filter.key === 'is';
        return (
          <option key={filter.value} value={filter.value} disabled={isDisabled}>
            {isDisabled ? texts.needsConnection(getLabel(filter)) : getLabel(filter)}
          </option>
        );
      })}
    </FilterSelect>
  );
}

interface FilterSelectProps {
  label: string;
  /** `place`: of the option among `children`. */
  onChoose: (place: number) => void;
  children: ReactNode;
}

/** Adds a filter, and keeps no value. */
function FilterSelect({ label, onChoose, children }: FilterSelectProps) {
  return (
    <span className={styles.place}>
      <select
        className={styles.filter}
        aria-label={label}
        value=""
        onChange={event => onChoose(event.target.selectedIndex - 1)}
      >
        <option value="">{label}</option>
        {children}
      </select>
      <ChevronDown size={16} strokeWidth={1.9} aria-hidden className={styles.chevron} />
    </span>
  );
}

/** The person has just chosen to write a date. */
const focusField = (field: HTMLInputElement | null) => field?.focus();

const PERIODS: readonly Filter[] = ['1', '7', '30'].map(value => ({ key: 'last', value }));
const BOUNDS = ['before', 'after', 'on'] as const;

function DateSelect({ onAdd }: FilterFieldsProps) {
  const texts = lazyStrings.messageSearch;
  const [bound, setBound] = useState<(typeof BOUNDS)[number]>();
  return (
    <>
      <FilterSelect
        label={texts.date}
        onChoose={place => {
          const filter = PERIODS[place];
          if (filter) onAdd(filter);
          setBound(BOUNDS[place - PERIODS.length]);
        }}
      >
        {PERIODS.map(filter => (
          <option key={filter.value} value={filter.value}>
            {getLabel(filter)}
          </option>
        ))}
        {BOUNDS.map(key => (
          <option key={key} value={key}>
            {texts[key]}
          </option>
        ))}
      </FilterSelect>
      {bound && (
        <input
          key={bound}
          type="date"
          className={styles.filter}
          aria-label={texts[bound]}
          // Not again whenever the form renders: the person may write elsewhere.
          ref={focusField}
          onChange={event => {
            const { value } = event.target;
            if (!isDate(value)) return;
            onAdd({ key: bound, value });
            setBound(undefined);
          }}
        />
      )}
    </>
  );
}
