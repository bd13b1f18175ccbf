import { roomPath } from '../../../state/room-path.ts';
import { navigate } from '../../../ui/browser/location.ts';

/** If the room is open, because nobody can read it any more. */
export function goToList(roomId: string): void {
  if (location.pathname === roomPath(roomId)) navigate('/', { replace: true });
}
