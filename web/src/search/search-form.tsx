import { MAX_SEARCH_LENGTH } from '@snug/protocol';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useMe } from '../state/chat-context.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { passKeysTo } from '../ui/keyboard/key-catcher.ts';
import { FilterChips } from './filter-chips.tsx';
import { FilterFields } from './filter-fields.tsx';
import { type FilterOption, usePersonOptions, useRoomOptions } from './filter-options.ts';
import { OptionList } from './option-list.tsx';
import type { Filter, SearchQuery } from './search-filters.ts';
import styles from './search-form.module.css';
import { findTypedFilters, removeTyped, toFilter } from './typed-filters.ts';
import { useOptions } from './use-options.ts';

interface SearchFormProps {
  query: SearchQuery;
  /** Whether the person comes to search, and not back to what they found. */
  isNew: boolean;
  field: RefObject<HTMLInputElement | null>;
  onType: (text: string, caret: number | undefined) => void;
  onPause: () => void;
  onSubmit: () => void;
  onAdd: (filter: Filter, text?: string) => void;
  onRemove: (filter: Filter) => void;
  onDown: () => void;
}

export function SearchForm(props: SearchFormProps) {
  const { query, isNew, field, onType, onPause, onSubmit, onAdd, onRemove, onDown } = props;
  const texts = lazyStrings.messageSearch;
  const { typed, options, isSearching } = useTypedOptions(query.text);
  const choose = ({ filter }: FilterOption) => {
    if (typed) onAdd(filter, removeTyped(query.text, typed));
  };
  const list = useOptions(options, typed && `${typed.key}:${typed.value}`, choose);
  useFocus(field, isNew);
  const isComposing = useRef(false);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    // Safari ends a composition before the key Enter that ended it.
    if (event.keyCode === 229) return event.key === 'Enter' ? event.preventDefault() : undefined;
    if (list.onKeyDown(event)) return;
    const { selectionStart, selectionEnd } = event.currentTarget;
    const last = query.filters.at(-1);
    if (event.key === 'Backspace' && selectionStart === 0 && selectionEnd === 0 && last) {
      event.preventDefault();
      onRemove(last);
    } else if (event.key === 'Enter') {
      // A form with several fields is not sent by Enter.
      event.preventDefault();
      onSubmit();
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      onDown();
    }
  }

  return (
    <form
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is a form, too
      role="search"
      className={styles.form}
      onSubmit={event => event.preventDefault()}
    >
      <div className={styles.place}>
        <label className={styles.field}>
          <Search size={18} strokeWidth={1.9} aria-hidden className={styles.icon} />
          <input
            ref={field}
            type="search"
            className={styles.box}
            aria-label={texts.field}
            placeholder={texts.field}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            dir="auto"
            maxLength={MAX_SEARCH_LENGTH}
            aria-keyshortcuts="Control+Shift+F Meta+Shift+F"
            {...list.attributes}
            value={query.text}
            onKeyDown={onKeyDown}
            onCompositionStart={() => {
              isComposing.current = true;
              onPause();
            }}
            onCompositionEnd={({ currentTarget: { value, selectionStart } }) => {
              isComposing.current = false;
              onType(value, selectionStart ?? value.length);
            }}
            onChange={({ target: { value, selectionStart } }) =>
              onType(value, isComposing.current ? undefined : (selectionStart ?? value.length))
            }
          />
        </label>
        {list.isOpen && typed && (
          <OptionList
            {...{ options, id: list.id, index: list.index }}
            label={typed.key === 'in' ? texts.rooms : texts.people}
            onChoose={choose}
          />
        )}
        {typed && typed.value !== '' && options.length === 0 && !isSearching && (
          <p className={styles.note}>{(typed.key === 'in' ? texts.noRoom : texts.noPerson)(typed.value)}</p>
        )}
      </div>
      <FilterChips filters={query.filters} onRemove={onRemove} />
      <FilterFields onAdd={onAdd} />
    </form>
  );
}

/** The options of the typed filter that still needs a choice. */
function useTypedOptions(text: string) {
  const me = useMe().uid;
  const typed = findTypedFilters(text)
    .filter(
      filter =>
        (filter.key === 'from' || filter.key === 'in') && toFilter(filter, { me, now: 0 }) === 'choose',
    )
    .at(-1);
  const people = usePersonOptions(typed?.key === 'from' ? typed.value : undefined);
  const rooms = useRoomOptions(typed?.key === 'in' ? typed.value : undefined);
  return { typed, ...(typed?.key === 'in' ? rooms : people) };
}

/** On a touch screen, the keyboard would cover what the page offers. */
function useFocus(field: RefObject<HTMLInputElement | null>, isNew: boolean): void {
  useEffect(() => {
    const { current } = field;
    if (!isNew || !current || passKeysTo(current)) return;
    if (!matchMedia('(pointer: coarse)').matches) current.focus();
  }, [field, isNew]);
}
