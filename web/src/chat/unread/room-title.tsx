import { useTitle } from '../../ui/browser/use-title.ts';
import { useUnreadTotals } from './use-unread.ts';

export function RoomTitle({ name }: { name?: string | undefined }) {
  useTitle(name, useUnreadTotals().unread);
  return null;
}
