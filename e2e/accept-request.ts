import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';

/** The tested people are strangers, so an addition to a room is a request. */
export async function acceptRequest({ page }: ChatPage, roomId: string): Promise<void> {
  const input = { roomId, request: null };
  await sendCommand(new URL(page.url()).origin, page.context(), 'set_room_options', input);
}
