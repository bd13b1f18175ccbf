import { useTitle } from '../ui/browser/use-title.ts';
import { useUnreadTotal } from './use-unread.ts';

export function RoomTitle({ name }: { name?: string | undefined }) {
  useTitle(name, useUnreadTotal());
  return null;
}
