import type { RoomLog } from '@snug/client';
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx';
import { useAnnouncement } from './use-announcement.ts';

/** Announces new messages to screen readers. */
export function Announcement({ log, newCount }: { log: RoomLog | undefined; newCount: number }) {
  const { text, count } = useAnnouncement(log, newCount);
  return (
    <output>
      {/* The key makes screen readers announce the same text again. */}
      <VisuallyHidden key={count}>{text}</VisuallyHidden>
    </output>
  );
}
