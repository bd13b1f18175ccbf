import { lazyStrings } from '../../strings/lazy-strings.ts';
import { findObstacle } from '../device/find-obstacle.ts';
import type { TurnOnResult } from '../device/turn-on.ts';

/** Why notifications cannot be on in this browser, and what to do. `result`: of the last attempt. */
export function findReason(result?: TurnOnResult): string | undefined {
  const texts = lazyStrings.notifications;
  const obstacle = findObstacle();
  if (obstacle) return texts[obstacle];
  if (Notification.permission === 'denied') return texts.blocked;
  if (result?.kind === 'forbidden_address') return texts.unreachable(result.host);
  return result?.kind === 'dismissed' ? texts.dismissed : undefined;
}
