import { actionKeys, type Chat } from '@snug/client';

/** Deletes a message of the person now, or with the next connection. Returns the key of the action. */
export function deleteMessage({ actions }: Chat, roomId: string, messageId: string): string {
  const key = actionKeys.deletion(roomId, messageId);
  void actions.enqueue({ key, roomId, command: 'delete_message', input: { roomId, messageId } });
  return key;
}
