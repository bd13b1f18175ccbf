import type { RoomLog } from '@snug/client';
import type { Message } from '@snug/protocol';
import { useEffect, useRef, useState } from 'react';
import { useMe } from '../../chat/chat-context.ts';
import { strings } from '../../strings/strings.ts';
import { formatNewMessages } from './new-messages-text.ts';

/** The least time between two announcements, ms: as long as it takes to hear one. */
const MIN_INTERVAL_MS = 3_000;
/** Of a long message, so much is said. */
const MAX_LENGTH = 300;

/**
 * What is said of messages that arrive: one by one as long as there is time for it, or else how many came. `newCount`: how many there
 * are further down than the reader is.
 */
export function useAnnouncement(
  log: RoomLog | undefined,
  newCount: number,
): { words: string; count: number } {
  const [said, setSaid] = useState({ words: '', count: 0 });
  const latest = useRef({ log, newCount });
  const { uid } = useMe();
  const arrivals = log?.arrivalCount ?? 0;
  const announced = useRef({ arrivals, at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    latest.current = { log, newCount };
  });

  useEffect(() => {
    if (arrivals <= announced.current.arrivals) return undefined;
    const announce = () => {
      const { log, newCount } = latest.current;
      const missed = (log?.arrivalCount ?? 0) - announced.current.arrivals;
      announced.current = { arrivals: log?.arrivalCount ?? 0, at: performance.now() };
      const last = log?.messages.findLast(({ author }) => author.uid !== uid);
      const isOne = missed === 1 && newCount <= 1 && last !== undefined && !log?.hasNewer;
      const said = isOne ? getAnnouncementText(last) : formatNewMessages(Math.max(missed, newCount));
      setSaid(({ count }) => ({ words: said, count: count + 1 }));
    };
    const timer = setTimeout(
      announce,
      Math.max(0, announced.current.at + MIN_INTERVAL_MS - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [arrivals, uid]);

  return said;
}

function getAnnouncementText({ author, text = '', file }: Message): string {
  const content = text && file ? strings.messages.textAndFile(text, file.name) : text || (file?.name ?? '');
  return strings.messages.announced(author.name, Array.from(content).slice(0, MAX_LENGTH).join(''));
}
