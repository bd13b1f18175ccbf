import type { CommandOutput } from '@snug/protocol';
import { useCallback, useEffect, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';

export type Workspace = CommandOutput<'get_workspace'>;

const NO_RIGHTS: Workspace = { admin: false, hasAdmin: false };

/** The reader's rights on this server; undefined until they are known. */
export function useWorkspace(): [Workspace | undefined, reload: () => void] {
  const { connection } = useChat();
  const [workspace, setWorkspace] = useState<Workspace>();
  const load = useCallback(() => {
    connection.command('get_workspace', {}).then(setWorkspace, () => setWorkspace(NO_RIGHTS));
  }, [connection]);
  useEffect(load, [load]);
  return [workspace, load];
}
