import type { CommandError } from '@snug/protocol';
import { Search as SearchIcon } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { MoreOnScroll } from '../chat/conversations/more-on-scroll.tsx';
import { RoomHeader } from '../chat/rooms/room-header.tsx';
import { useChat } from '../state/chat-context.ts';
import type { HitState } from '../state/search-path.ts';
import { useStore } from '../state/use-store.ts';
import { errorText } from '../strings/error-text.ts';
import { formatNumber } from '../strings/format-number.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { strings } from '../strings/strings.ts';
import { navigate } from '../ui/browser/location.ts';
import { useTitle } from '../ui/browser/use-title.ts';
import { Button } from '../ui/form/button.tsx';
import { moveSelection } from '../ui/keyboard/move-selection.ts';
import { NotFoundPage } from '../ui/not-found-page.tsx';
import { formatDate } from '../ui/text/format-time.ts';
import { VisuallyHidden } from '../ui/text/visually-hidden.tsx';
import { hitPath } from './hit-path.ts';
import type { FoundMessage } from './kept-messages.ts';
import type { MessageSearch, SearchState } from './message-search.ts';
import { SearchForm } from './search-form.tsx';
import styles from './search-page.module.css';
import { SearchResult } from './search-result.tsx';
import { findTypedFilters } from './typed-filters.ts';
import { useMessageSearch } from './use-message-search.ts';
import { useShownRows } from './use-shown-rows.ts';

const RESULT_LINKS = '[data-result]';

/** A server without a search has no such page. */
export function SearchPage() {
  return useStore(useChat().isSearchOff) ? <NotFoundPage /> : <Search />;
}

function Search() {
  const { search, query, state, type, submit, add, remove, pause } = useMessageSearch();
  const field = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const rows = useShownRows(state);
  const [isNew] = useState(search.openedId.get() === undefined);
  useTitle(strings.rooms.search);
  return (
    <div className={styles.page}>
      <RoomHeader name={strings.rooms.search} />
      <SearchForm
        {...{ query, isNew, field }}
        onType={type}
        onPause={pause}
        onSubmit={submit}
        onAdd={(filter, text) => {
          add(filter, text);
          field.current?.focus();
        }}
        onRemove={filter => {
          remove(filter);
          field.current?.focus();
        }}
        onDown={() => results.current?.querySelector<HTMLElement>(RESULT_LINKS)?.focus()}
      />
      <Results key={search.id} {...{ search, state, rows, results, field }} />
      <Announcement {...{ state, rows }} />
    </div>
  );
}

type ShownRows = readonly FoundMessage[] | undefined;

interface ResultsProps {
  search: MessageSearch;
  state: SearchState;
  rows: ShownRows;
  results: RefObject<HTMLDivElement | null>;
  field: RefObject<HTMLInputElement | null>;
}

function Results({ search, state, rows, results, field }: ResultsProps) {
  useReturn(search, results);
  useRemovedResult(search, rows, results);

  function onKeyDown(event: KeyboardEvent): void {
    const links = [...(results.current?.querySelectorAll<HTMLElement>(RESULT_LINKS) ?? [])];
    const index = links.indexOf(event.target as HTMLElement);
    if (index === -1) return;
    if (index === 0 && event.key === 'ArrowUp') {
      event.preventDefault();
      field.current?.focus();
      return;
    }
    const next = moveSelection(event, index, links.length);
    if (next !== undefined) links[next]?.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move between the links of results
    <div
      ref={results}
      className={styles.results}
      onScroll={event => search.onScroll(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <Notes state={state} />
      {rows && rows.length > 0 && (
        <ul className={styles.list} data-stale={state.isSearching || undefined}>
          {rows.map(found => (
            <li key={found.message.id}>
              <SearchResult
                found={found}
                words={state.words}
                onGo={event => {
                  event.preventDefault();
                  search.openedId.set(found.message.id);
                  const hit: HitState = { hit: location.search, isFromResults: true };
                  navigate(hitPath(found.message), { state: hit });
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <Empty rows={rows} state={state} text={search.query.text} />
      <End search={search} state={state} />
    </div>
  );
}

/** Shows the results where the reader left them, with the focus on the one that they opened last. */
function useReturn(search: MessageSearch, results: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const { current } = results;
    if (!current) return;
    current.scrollTo({ top: search.scrollTop, behavior: 'instant' });
    const openedId = search.openedId.get();
    const opened = openedId && current.querySelector<HTMLElement>(`[data-result="${CSS.escape(openedId)}"]`);
    if (!opened) return;
    opened.focus({ preventScroll: true });
    opened.closest('article')?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [search, results]);
}

/** The opened result, which had the focus, is gone. */
function useRemovedResult(
  search: MessageSearch,
  rows: ShownRows,
  results: RefObject<HTMLDivElement | null>,
): void {
  useEffect(() => {
    const openedId = search.openedId.get();
    if (openedId === undefined || !rows || rows.some(({ message }) => message.id === openedId)) return;
    search.openedId.set(undefined);
    if (document.activeElement !== document.body) return;
    results.current?.querySelector<HTMLElement>(RESULT_LINKS)?.focus({ preventScroll: true });
  }, [search, rows, results]);
}

function Notes({ state: { isBehind, kept } }: { state: SearchState }) {
  const texts = lazyStrings.messageSearch;
  if (kept) {
    const { roomCount, since } = kept;
    return (
      <p className={styles.line}>
        {texts.offline}
        {since !== undefined && <br />}
        {since !== undefined && texts.keptRooms(roomCount, formatNumber(roomCount), formatDate(since))}
      </p>
    );
  }
  return isBehind && <p className={styles.line}>{texts.behind}</p>;
}

const TYPED = ['from:', 'in:', 'has:', 'before:', 'after:', 'on:', 'mentions:me', 'is:saved'];

interface EmptyProps {
  rows: ShownRows;
  state: SearchState;
  /** Of the search. */
  text: string;
}

function Empty({ rows, state, text }: EmptyProps) {
  const texts = lazyStrings.messageSearch;
  const { error, isSearching, needsServer, hasMore } = state;
  if (error || (rows && rows.length > 0)) return null;
  if (isSearching) return <None>{<Late text={texts.searching} />}</None>;
  if (needsServer) return <None>{texts.savedOffline}</None>;
  if (hasMore) return null;
  if (rows)
    return (
      <None>
        <p>{texts.none}</p>
        <Unread text={text} />
      </None>
    );
  return (
    <None>
      <p>{texts.hint}</p>
      <p>{texts.typedHint}</p>
      <p className={styles.typed} dir="ltr">
        {[...TYPED, `-${texts.excludedWord}`, `"${texts.phrase}"`].map(word => (
          <code key={word}>{word}</code>
        ))}
      </p>
      <p>{texts.dayHint}</p>
    </None>
  );
}

/** Shows how to write the typed filters whose values are unreadable. */
function Unread({ text }: { text: string }) {
  const keys = new Set(findTypedFilters(text).map(({ key }) => key));
  const texts = lazyStrings.messageSearch;
  const isDate = keys.has('before') || keys.has('after') || keys.has('on');
  return (
    <>
      {isDate && <p>{texts.dates}</p>}
      {keys.has('has') && <p>{texts.partsHint}</p>}
    </>
  );
}

function None({ children }: { children: ReactNode }) {
  return (
    <div className={styles.none}>
      <SearchIcon size={40} strokeWidth={1.3} aria-hidden />
      {children}
    </div>
  );
}

/** Most searches end before it shows. Screen readers announce only the end of a search. */
function Late({ text }: { text: string }) {
  return (
    <p className={styles.late} aria-hidden>
      {text}
    </p>
  );
}

function End({ search, state }: { search: MessageSearch; state: SearchState }) {
  const texts = lazyStrings.messageSearch;
  const { error, hasMore, until, isSearching, rows } = state;
  if (error) return <Failure error={error} onRetry={() => void search.runAgain()} />;
  if (!hasMore) return null;
  if (until !== undefined)
    return (
      <div className={styles.end}>
        <span>{texts.searchedBackTo(formatDate(until))}</span>
        <Button isBusy={isSearching} onClick={() => void search.showMore()}>
          {texts.searchFurtherBack}
        </Button>
      </div>
    );
  return <MoreOnScroll key={rows?.length} isBusy={isSearching} onMore={() => search.showMore()} />;
}

function Failure({ error, onRetry }: { error: CommandError; onRetry: () => void }) {
  return (
    <div className={styles.end}>
      <span>{errorText(error)}</span>
      <Button onClick={onRetry}>{strings.shell.tryAgain}</Button>
    </div>
  );
}

/** One announcement for each search that has ended. */
function Announcement({ state, rows }: { state: SearchState; rows: ShownRows }) {
  const texts = lazyStrings.messageSearch;
  const { isSearching, error, kept, isBehind, hasMore, until } = state;
  let text = '';
  if (error) text = errorText(error);
  else if (rows && !isSearching) {
    const found =
      rows.length > 0 ? texts.shown(rows.length, formatNumber(rows.length)) : hasMore ? '' : texts.none;
    const back = hasMore && until !== undefined ? texts.searchedBackTo(formatDate(until)) : '';
    const note = kept ? texts.offline : isBehind ? texts.behind : '';
    text = [found, back, note].filter(part => part !== '').join('. ');
  }
  return (
    <output>
      <VisuallyHidden>{text}</VisuallyHidden>
    </output>
  );
}
