import { MessagesSquare } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { formatNumber } from '../../strings/format-number.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { LoadingText } from '../../ui/feedback/loading.tsx';
import { showSuccess } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { ConversationCard } from './conversation-card.tsx';
import styles from './conversation-list.module.css';
import { type ConversationCard as Card, getKey } from './merge-cards.ts';
import { MoreOnScroll } from './more-on-scroll.tsx';
import { type Shown, useConversationList } from './use-conversation-list.ts';

export function ConversationList({ shown }: { shown: Shown }) {
  const pages = useConversationList(shown);
  const { list, added, showAdded } = pages;
  const scroller = useRef<HTMLDivElement>(null);
  const { current, focusAfterRemoval, props } = useCardFocus(scroller, list?.rows.map(getKey) ?? []);
  const texts = lazyStrings.conversations;

  function markRead(card: Card): void {
    if (shown === 'new') focusAfterRemoval(getKey(card));
    pages.markRead(card);
  }

  function unfollow(card: Card): void {
    focusAfterRemoval(getKey(card));
    showSuccess(texts.unfollowed, { label: texts.undo, run: pages.unfollow(card) });
  }

  if (!list) return <Unknown hasFailed={pages.hasFailed} onRetry={pages.reload} />;
  return (
    <div ref={scroller} className={styles.list} {...props}>
      {added.length > 0 && (
        <div className={styles.added}>
          <Button
            onClick={() => {
              showAdded();
              scroller.current?.scrollTo({ top: 0, behavior: 'instant' });
            }}
          >
            {texts.showAdded(added.length, formatNumber(added.length))}
          </Button>
        </div>
      )}
      {list.rows.length === 0 && !list.next && <Note>{shown === 'new' ? texts.nothingNew : texts.none}</Note>}
      {list.rows.map(card => (
        <ConversationCard
          key={getKey(card)}
          card={card}
          isCurrent={getKey(card) === current}
          onMarkRead={() => markRead(card)}
          onUnfollow={() => unfollow(card)}
        />
      ))}
      {list.next && (
        <MoreOnScroll key={JSON.stringify(list.next)} isBusy={pages.isBusy} onMore={pages.showMore} />
      )}
    </div>
  );
}

function Unknown({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  const isOffline = useStore(useChat().connection.state).status !== 'connected';
  if (isOffline) return <Note>{lazyStrings.conversations.offline}</Note>;
  if (!hasFailed) return <LoadingText />;
  return (
    <Note>
      {strings.shell.loadFailed}
      <Button onClick={onRetry}>{strings.shell.tryAgain}</Button>
    </Note>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div className={styles.note}>
      <MessagesSquare size={40} strokeWidth={1.3} aria-hidden />
      {children}
    </div>
  );
}

/** One card is in the tab order; arrow keys move between them. When the focused card goes, the next one has the focus. */
function useCardFocus(scroller: RefObject<HTMLElement | null>, keys: readonly string[]) {
  const [focused, setFocused] = useState<string>();
  const nextIndex = useRef<number>(undefined);
  const current = focused !== undefined && keys.includes(focused) ? focused : keys[0];
  const listCards = () => [...(scroller.current?.querySelectorAll<HTMLElement>('article') ?? [])];

  useLayoutEffect(() => {
    const index = nextIndex.current;
    nextIndex.current = undefined;
    if (index !== undefined)
      listCards()
        .at(Math.min(index, keys.length - 1))
        ?.focus();
  });

  return {
    current,
    focusAfterRemoval: (key: string) => {
      nextIndex.current = keys.indexOf(key);
    },
    props: {
      onFocus: ({ target }: FocusEvent) => {
        const index = listCards().findIndex(card => card.contains(target));
        if (index >= 0) setFocused(keys[index]);
      },
      onKeyDown: (event: KeyboardEvent) => {
        const cards = listCards();
        const index = cards.findIndex(card => card === event.target);
        const places = new Map([
          ['ArrowDown', index + 1],
          ['ArrowUp', index - 1],
          ['Home', 0],
          ['End', cards.length - 1],
        ]);
        const place = places.get(event.key);
        const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
        if (index < 0 || place === undefined || !isPlain) return;
        event.preventDefault();
        cards[Math.max(0, Math.min(place, cards.length - 1))]?.focus();
      },
    },
  };
}
