import { actionKeys, type Chat } from '@snug/client';
import { whenStored } from '@snug/client/outbox/when-stored.ts';
import type { CommandOutput } from '@snug/protocol';

type Output = CommandOutput<'delete_message'>;

/** Deletes a message of the person now, or with the next connection. Resolves to undefined if the server rejects that. */
export async function deleteMessage(
  { actions, newId }: Chat,
  roomId: string,
  messageId: string,
): Promise<Output | undefined> {
  const id = newId();
  const key = actionKeys.deletion(roomId, messageId);
  void actions.enqueue({ id, key, roomId, command: 'delete_message', input: { roomId, messageId } });
  return (await whenStored(actions, id)) as Output | undefined;
}
