import { roomPath } from '../../../state/room-path.ts';
import { goBack, navigate } from '../../../ui/browser/location.ts';

const OPENED_HERE = { isConversation: true };

export function conversationPath(roomId: string, messageId: string): string {
  return `${roomPath(roomId)}?conversation=${encodeURIComponent(messageId)}`;
}

/** `state`: more of the new history entry. */
export function openConversationPage(roomId: string, messageId: string, state: object = {}): void {
  navigate(conversationPath(roomId, messageId), { state: { ...state, ...OPENED_HERE } });
}

/** Like the browser's Back, if the conversation was opened in this page. */
export function closeConversation(roomId: string): void {
  const state = history.state as Partial<typeof OPENED_HERE> | null;
  if (state?.isConversation) goBack();
  else navigate(roomPath(roomId), { replace: true });
}
