import { actionKeys, type Chat } from '@snug/client';

/** Without a connection, it is sent later. */
export function setPin({ actions }: Chat, roomId: string, messageId: string, on: boolean): void {
  const key = actionKeys.pin(roomId, messageId);
  void actions.enqueue({ key, roomId, command: 'set_pin', input: { roomId, messageId, on } });
}
