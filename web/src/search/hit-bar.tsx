import { ArrowLeft, ChevronDown, ChevronUp, MessagesSquare } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { openConversationPage } from '../chat/replies/conversation/conversation-path.ts';
import { useChat, useMe } from '../state/chat-context.ts';
import { type HitState, openedHit } from '../state/search-path.ts';
import { sends } from '../state/sends.ts';
import { useStore } from '../state/use-store.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { strings } from '../strings/strings.ts';
import { goBack, navigate, useSearchParam } from '../ui/browser/location.ts';
import { isDialogOpen } from '../ui/dialog/is-dialog-open.ts';
import { Button } from '../ui/form/button.tsx';
import { IconButton } from '../ui/form/icon-button.tsx';
import { formatDate, formatTime } from '../ui/text/format-time.ts';
import { VisuallyHidden } from '../ui/text/visually-hidden.tsx';
import styles from './hit-bar.module.css';
import { hitPath } from './hit-path.ts';
import type { FoundMessage } from './kept-messages.ts';
import { MessageSearch } from './message-search.ts';
import { findSearch, openResults } from './recent-searches.ts';
import { parseWords, readAddress } from './search-query.ts';
import { leaveOutBlocked, useShownRows } from './use-shown-rows.ts';
import { markWords } from './word-marks.ts';

/** The name of the pressed button. Another room may open for the result, and its bar takes the focus. */
let pressed: string | undefined;

interface HitBarProps {
  /** The query of the search's address. */
  hit: string;
}

/** In a room that opened at a result of a search: marks the words, and leads to the other results. */
export function HitBar({ hit }: HitBarProps) {
  const chat = useChat();
  const uid = useMe().uid;
  const known = findSearch(chat, hit);
  const [search] = useState(() => known ?? new MessageSearch(readAddress(hit), { chat, uid, now: Date.now }));
  const state = useStore(search.state);
  const { hasMore, isSearching } = state;
  const rows = useShownRows(state) ?? [];
  const texts = lazyStrings.messageSearch;
  const openedId = useStore(search.openedId);
  const index = rows.findIndex(({ message }) => message.id === openedId);
  const hitId = useSearchParam('at');
  useEffect(() => {
    if (hitId === undefined) return;
    // The page was loaded here, or the person has searched for the same again.
    search.openedId.set(hitId);
    if (search.state.get().rows === undefined) void search.runTo(hitId);
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, []);
  useMarks(search);
  useReading();
  useEnd();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const button =
      pressed === undefined
        ? undefined
        : bar.current?.querySelector<HTMLElement>(`[aria-label="${pressed}"]`);
    pressed = undefined;
    return button ? keepFocus(button) : undefined;
  }, [openedId]);

  function show(found: FoundMessage | undefined, label: string): void {
    if (!found) return;
    pressed = label;
    search.openedId.set(found.message.id);
    const { isFromResults } = getHitState();
    const state: HitState = { hit, ...(isFromResults && { isFromResults }) };
    navigate(hitPath(found.message), { replace: true, state });
  }

  async function showNext(): Promise<void> {
    if (!rows[index + 1] && hasMore) await search.showMore();
    const now = leaveOutBlocked(search.state.get().rows ?? [], chat.blocks.get());
    show(now[index + 1], texts.next);
  }

  return (
    <section ref={bar} className={styles.bar} aria-label={texts.bar} data-keeps-focus>
      <Button variant="plain" className={styles.back} onClick={() => backToResults(hit, known !== undefined)}>
        <ArrowLeft size={16} strokeWidth={2} aria-hidden className={styles.arrow} />
        {texts.back}
      </Button>
      {index !== -1 && (
        <>
          <IconButton
            label={texts.previous}
            icon={ChevronUp}
            isBusy={index === 0}
            onClick={() => show(rows[index - 1], texts.previous)}
          />
          <IconButton
            label={texts.next}
            icon={ChevronDown}
            tooltip="below-start"
            isBusy={isSearching || (index === rows.length - 1 && !hasMore)}
            onClick={() => void showNext()}
          />
        </>
      )}
      <ConversationButton found={rows[index]} hit={hit} />
      <Place found={rows[index]} />
    </section>
  );
}

const KEEP_FOCUS_MS = 2_000;

/** The list and the composer take the focus when they mount, a conversation after its messages are read. */
function keepFocus(button: HTMLElement): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const focus = () => button.focus();
  const stop = () => controller.abort();
  const timers = [setTimeout(focus), setTimeout(stop, KEEP_FOCUS_MS)];
  signal.addEventListener('abort', () => timers.forEach(clearTimeout));
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && !target.closest('[data-keeps-focus]')) focus();
  };
  document.addEventListener('focusin', onFocus, { signal });
  for (const type of ['keydown', 'pointerdown'])
    document.addEventListener(type, stop, { signal, capture: true });
  return stop;
}

/** A reply further up than the first page of its conversation opens in the room. */
function ConversationButton({ found, hit }: HitState & { found: FoundMessage | undefined }) {
  const isInConversation = useSearchParam('conversation') !== undefined;
  const { roomId, rootId } = found?.message ?? {};
  if (roomId === undefined || rootId === undefined || isInConversation) return null;
  return (
    <IconButton
      label={lazyStrings.replies.showConversation}
      icon={MessagesSquare}
      tooltip="below-start"
      onClick={() => openConversationPage(roomId, rootId, { hit } satisfies HitState)}
    />
  );
}

/** Announces the message to which a button led. */
function Place({ found }: { found: FoundMessage | undefined }) {
  const [first] = useState(found);
  if (!found || found === first) return <output />;
  const { createdAt, author } = found.message;
  const time = strings.times.dateAndTime(formatDate(createdAt), formatTime(createdAt));
  return (
    <output>
      <VisuallyHidden>{strings.messages.rowAt(author.name, time)}</VisuallyHidden>
    </output>
  );
}

const getHitState = () => (history.state ?? {}) as Partial<HitState>;

/** Like the browser's Back, if the results were shown before. */
function backToResults(hit: string, isKnown: boolean): void {
  if (isKnown && getHitState().isFromResults) goBack();
  else openResults(hit);
}

function useMarks(search: MessageSearch): void {
  useEffect(() => markWords(parseWords(search.query, search.isTyping)), [search]);
}

const INPUTS = ['wheel', 'keydown', 'pointerdown'];

/** The list counts as read after its reader acts in it, or sends something. */
function useReading(): void {
  useEffect(() => {
    const read = () => {
      const opened = openedHit.get();
      if (opened?.isUnread) openedHit.set({ ...opened, isUnread: false });
    };
    const onInput = ({ target }: Event) => {
      if (target instanceof Element && target.closest('[role="log"]')) read();
    };
    const controller = new AbortController();
    for (const type of INPUTS)
      document.addEventListener(type, onInput, { passive: true, signal: controller.signal });
    const stop = sends.subscribe(read);
    return () => {
      controller.abort();
      stop();
    };
  }, []);
}

const OPEN_LISTS = '[role="menu"], [role="listbox"]';
const EDITED_MESSAGE = '[role="log"] textarea';

/** A menu or a list that closes, or the edit of a message that ends, needs the key for itself. */
function isForOthers({ target }: KeyboardEvent): boolean {
  const isEdit = target instanceof Element && target.matches(EDITED_MESSAGE);
  return isEdit || isDialogOpen() || document.querySelector(OPEN_LISTS) !== null;
}

/** Escape ends the marks, except for an input method. */
function useEnd(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || isForOthers(event)) return;
      navigate(location.pathname + location.search, { replace: true });
      openedHit.set(undefined);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
