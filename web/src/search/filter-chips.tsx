import type { SearchPart } from '@snug/protocol';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useRoomName } from '../people/direct/room-name.ts';
import { usePersonById } from '../people/profiles/use-person.ts';
import { useChat } from '../state/chat-context.ts';
import { useSelected, useStore } from '../state/use-store.ts';
import { formatNumber } from '../strings/format-number.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { isolateBidi } from '../ui/text/bidi.ts';
import { formatDate } from '../ui/text/format-time.ts';
import { toSpan } from './search-dates.ts';
import type { Filter } from './search-filters.ts';
import styles from './search-form.module.css';

interface FilterChipsProps {
  filters: readonly Filter[];
  onRemove: (filter: Filter) => void;
}

export function FilterChips({ filters, onRemove }: FilterChipsProps) {
  if (filters.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={lazyStrings.messageSearch.filters}>
      {filters.map(filter => {
        const Element = filter.key === 'from' ? PersonChip : filter.key === 'in' ? RoomChip : OtherChip;
        return (
          <li key={`${filter.key} ${filter.value}`}>
            <Element filter={filter} onRemove={() => onRemove(filter)} />
          </li>
        );
      })}
    </ul>
  );
}

interface ChipProps {
  filter: Filter;
  onRemove: () => void;
}

function PersonChip({ filter, onRemove }: ChipProps) {
  const texts = lazyStrings.messageSearch;
  const person = usePersonById(filter.value);
  return (
    <Chip
      label={texts.fromPerson(person ? isolateBidi(person.name) : texts.unknownPerson)}
      onRemove={onRemove}
    />
  );
}

function RoomChip({ filter: { value }, onRemove }: ChipProps) {
  const chat = useChat();
  const texts = lazyStrings.messageSearch;
  const store = chat.room(value);
  const open = useSelected(store.view, ({ log }) => log?.room);
  useStore(chat.roomList.rooms);
  useEffect(() => store.prefetch(), [store]);
  const name = useRoomName(open ?? chat.roomList.getRow(value));
  return (
    <Chip
      label={texts.inRoom(name === undefined ? texts.unknownRoom : isolateBidi(name))}
      onRemove={onRemove}
    />
  );
}

function OtherChip({ filter, onRemove }: ChipProps) {
  return <Chip label={getLabel(filter)} onRemove={onRemove} />;
}

/** Of a filter that names nobody and no room. */
export function getLabel({ key, value }: Filter): string {
  const texts = lazyStrings.messageSearch;
  if (key === 'has') return texts.parts[value as SearchPart];
  if (key === 'mentions') return texts.mentionOfMe;
  if (key === 'is') return texts.savedByMe;
  if (key === 'last')
    return value === '1' ? texts.today : texts.lastDays(Number(value), formatNumber(Number(value)));
  const date = formatSpan(value);
  if (key === 'before') return texts.beforeDate(date);
  return key === 'after' ? texts.afterDate(date) : texts.onDate(date);
}

/** A whole month or year as typed. */
function formatSpan(value: string): string {
  return value.split('-').length === 3 ? formatDate(toSpan(value).start) : value;
}

function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <span className={styles.chip}>
      <bdi className={styles.chipLabel}>{label}</bdi>
      <button
        type="button"
        className={styles.removeChip}
        aria-label={lazyStrings.messageSearch.remove(label)}
        onClick={onRemove}
      >
        <X size={14} strokeWidth={2} aria-hidden />
      </button>
    </span>
  );
}
