import { useTitle } from '../ui/browser/use-title.ts';
import { useUnreadTotal } from './use-unread.ts';

/** The title of the browser tab: the open room and the number of unread messages in all rooms. */
export function RoomTitle({ name }: { name?: string | undefined }) {
  useTitle(name, useUnreadTotal());
  return null;
}
