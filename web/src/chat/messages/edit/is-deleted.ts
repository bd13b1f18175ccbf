import type { RoomLog } from '@snug/client';

/** False if the loaded part of the log does not show whether the message is deleted. */
export function isDeleted(
  { messages, hasOlder, hasNewer }: Pick<RoomLog, 'messages' | 'hasOlder' | 'hasNewer'>,
  { id, seq }: { id: string; seq: number },
): boolean {
  const found = messages.find(message => message.id === id);
  if (found) return found.deletedAt !== undefined;
  const oldest = hasOlder ? (messages[0]?.seq ?? Number.POSITIVE_INFINITY) : 0;
  const newest = hasNewer ? (messages.at(-1)?.seq ?? 0) : Number.POSITIVE_INFINITY;
  return seq > oldest && seq < newest;
}
