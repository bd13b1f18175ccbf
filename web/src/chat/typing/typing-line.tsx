import type { Person } from '@snug/protocol';
import { useEffect, useRef, useState } from 'react';
import { getFirstName } from '../../people/profiles/names.ts';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx';
import { getTyping } from './typing.ts';
import styles from './typing-line.module.css';

/** People often stop and go on: a screen reader reads it at most this often. */
const MIN_INTERVAL_MS = 30_000;

/** Who is typing in a room. */
export function TypingLine({ roomId }: { roomId: string }) {
  const text = describeTyping(useStore(getTyping(useChat()).get(roomId)));
  const announced = useThrottledText(text);
  return (
    <>
      {text !== '' && (
        <p className={styles.text} aria-hidden>
          <span className={styles.dots} />
          <span className={styles.words} dir="auto">
            {text}
          </span>
        </p>
      )}
      <output>
        <VisuallyHidden>{announced}</VisuallyHidden>
      </output>
    </>
  );
}

function describeTyping(people: readonly Person[]): string {
  const [one, two, ...others] = people.map(({ name }) => isolateBidi(getFirstName(name)));
  if (one === undefined) return '';
  if (two === undefined) return lazyStrings.typing.one(one);
  return others.length > 0 ? lazyStrings.typing.several : lazyStrings.typing.two(one, two);
}

/** The text if it appears a while after the last one, until it disappears. Otherwise empty. */
function useThrottledText(text: string): string {
  const [shown, setShown] = useState('');
  const shownAt = useRef(Number.NEGATIVE_INFINITY);
  const isEmpty = text === '';
  useEffect(() => {
    if (isEmpty) return setShown('');
    if (performance.now() < shownAt.current + MIN_INTERVAL_MS) return undefined;
    shownAt.current = performance.now();
    return setShown(text);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another name is no new announcement
  }, [isEmpty]);
  return shown;
}
