import { type Action, actionKeys } from '@snug/client';
import type { Message } from '@snug/protocol';

/** The messages as the person wants them, before the log shows it. */
export function applyPendingChanges(
  messages: readonly Message[],
  actions: readonly Action[],
): readonly Message[] {
  const keys = new Set(actions.map(({ key }) => key));
  if (keys.size === 0) return messages;
  return messages.filter(({ roomId, id }) => !keys.has(actionKeys.deletion(roomId, id)));
}
