import { useTitle } from '../ui/browser/use-title.ts';
import { useUnreadTotal } from './use-unread.ts';

/** Names the browser tab after the room on screen, if there is one, and counts what one has not read in all rooms. */
export function RoomTitle({ name }: { name?: string | undefined }) {
  useTitle(name, useUnreadTotal());
  return null;
}
