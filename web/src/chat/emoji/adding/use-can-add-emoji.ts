import { useChat, useMe } from '../../../state/chat-context.ts';
import { useStore } from '../../../state/use-store.ts';
import { useWorkspace } from '../../../state/use-workspace.ts';

/** Not without a connection. An older server has no emoji of the workspace. */
export function useCanAddEmoji(): boolean {
  const chat = useChat();
  const [workspace] = useWorkspace();
  const audience = useStore(chat.workspace.settings)?.emoji;
  const isConnected = useStore(chat.connection.state).status === 'connected';
  const isGuest = useMe().guest === true;
  return (
    isConnected &&
    !isGuest &&
    (audience === 'everyone' || (audience === 'admins' && workspace?.admin === true))
  );
}
