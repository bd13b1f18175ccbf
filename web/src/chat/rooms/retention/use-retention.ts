import { describeRetention, type RetentionChange, type RetentionState, type Room } from '@snug/protocol';
import { useIsAdmin } from '../../../people/members/use-admins.ts';
import { useChat } from '../../../state/chat-context.ts';
import { useStore } from '../../../state/use-store.ts';
import { useWorkspace } from '../../../state/use-workspace.ts';
import { useNow } from '../../../ui/text/relative-time.tsx';

/** The rule that holds in a room, and what is announced. */
export function useRetention(room: Room): RetentionState {
  const workspace = useStore(useChat().workspace.settings)?.retention;
  return describeRetention(workspace, room.retention, useNow());
}

/** Takes back what is announced. Undefined for those who may not. */
export function useUndo(room: Room): (by: RetentionChange['by']) => (() => Promise<void>) | undefined {
  const { connection, workspace } = useChat();
  const version = useStore(workspace.settings)?.retention?.version ?? 0;
  const [rights] = useWorkspace();
  const isRoomAdmin = useIsAdmin(room.id);
  return by => {
    if (by === 'workspace' ? !rights?.admin : !isRoomAdmin) return undefined;
    const scope =
      by === 'workspace' ? { version } : { roomId: room.id, version: room.retention?.version ?? 0 };
    return async () => void (await connection.command('undo_retention', scope));
  };
}
