import { type Action, actionKeys } from '@snug/client';
import type { CommandArguments, Message } from '@snug/protocol';
import { applyPendingEdits, type ShownMessage } from './edit/pending-edits.ts';

/** The messages as the person wants them, before the log shows it. */
export function applyPendingChanges(
  messages: readonly Message[],
  actions: readonly Action[],
): readonly ShownMessage[] {
  const keys = new Set(actions.map(({ key }) => key));
  if (keys.size === 0) return messages;
  const shown = messages
    .filter(({ roomId, id }) => !keys.has(actionKeys.deletion(roomId, id)))
    .map(message =>
      keys.has(actionKeys.removal(message.roomId, message.id))
        ? toRemoved(message)
        : applyPin(message, actions),
    );
  return applyPendingEdits(shown, actions);
}

function applyPin(message: Message, actions: readonly Action[]): Message {
  const key = actionKeys.pin(message.roomId, message.id);
  const action = actions.find(other => other.key === key);
  if (!action) return message;
  const { on } = action.input as CommandArguments<'set_pin'>;
  if (on === (message.pinnedAt !== undefined)) return message;
  const { pinnedAt: _, ...rest } = message;
  return on ? { ...rest, pinnedAt: action.createdAt } : rest;
}

const removed = new WeakMap<Message, Message>();

/** The same object each time, so that its row keeps its identity. */
function toRemoved(message: Message): Message {
  const known = removed.get(message);
  if (known) return known;
  const { id, roomId, seq, changedSeq, author, createdAt } = message;
  const shown = {
    id,
    roomId,
    seq,
    changedSeq,
    author,
    createdAt,
    deletedAt: createdAt,
    removed: true,
  } as const;
  removed.set(message, shown);
  return shown;
}
