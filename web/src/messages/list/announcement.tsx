import type { RoomLog } from '@snug/client';
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx';
import { useAnnouncement } from './use-announcement.ts';

/** Says what arrives to those who do not see it. */
export function Announcement({ log, newCount }: { log: RoomLog | undefined; newCount: number }) {
  const { words, count } = useAnnouncement(log, newCount);
  return (
    <output>
      {/* Drawn anew each time, so that the same words are said again. */}
      <VisuallyHidden key={count}>{words}</VisuallyHidden>
    </output>
  );
}
