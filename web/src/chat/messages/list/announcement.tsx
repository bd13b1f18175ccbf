import type { RoomLog } from '@snug/client';
import { type Message, readWords } from '@snug/protocol';
import { useEffect, useRef, useState } from 'react';
import { useChat, useMe } from '../../../state/chat-context.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { VisuallyHidden } from '../../../ui/text/visually-hidden.tsx';
import { formatNewMessages } from './new-messages-text.ts';

/** The minimum time between two announcements. A screen reader needs about as long to read one. */
const MIN_INTERVAL_MS = 3_000;
/** In code points. */
const MAX_LENGTH = 300;

export function Announcement({ log, newCount }: { log: RoomLog | undefined; newCount: number }) {
  const { text, count } = useAnnouncement(log, newCount);
  return (
    <output>
      {/* The key makes screen readers announce the same text again. */}
      <VisuallyHidden key={count}>{text}</VisuallyHidden>
    </output>
  );
}

/** If several arrive between two announcements, announces their number. `count` is different for each announcement. */
function useAnnouncement(log: RoomLog | undefined, newCount: number): { text: string; count: number } {
  const [announcement, setAnnouncement] = useState({ text: '', count: 0 });
  const latest = useRef({ log, newCount });
  const { uid } = useMe();
  const { blocks } = useChat();
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
      const last = log?.messages.findLast(
        ({ author, removed }) => author.uid !== uid && !removed && !blocks.get().has(author.uid),
      );
      const isOne = missed === 1 && newCount <= 1 && last !== undefined && !log?.hasNewer;
      const text = isOne ? getAnnouncementText(last) : formatNewMessages(Math.max(missed, newCount));
      setAnnouncement(({ count }) => ({ text, count: count + 1 }));
    };
    const timer = setTimeout(
      announce,
      Math.max(0, announced.current.at + MIN_INTERVAL_MS - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [arrivals, uid, blocks]);

  return announcement;
}

function getAnnouncementText({ author, text: typed = '', file }: Message): string {
  const text = readWords(typed);
  const content =
    text && file ? lazyStrings.arrivals.textAndFile(text, file.name) : text || (file?.name ?? '');
  return lazyStrings.arrivals.announced(author.name, Array.from(content).slice(0, MAX_LENGTH).join(''));
}
