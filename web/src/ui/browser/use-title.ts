import { useEffect, useSyncExternalStore } from 'react';
import { formatBadge } from '../text/badge.ts';
import { isolateBidi } from '../text/bidi.ts';
import { workspaceName } from './workspace-name.ts';

export function useTitle(title: string | undefined, unread = 0): void {
  const workspace = useSyncExternalStore(workspaceName.subscribe, workspaceName.get);
  useEffect(() => {
    const name = title ? `${isolateBidi(title)} · ${isolateBidi(workspace)}` : workspace;
    document.title = unread > 0 ? `(${formatBadge(unread)}) ${name}` : name;
  }, [title, unread, workspace]);
  useEffect(
    () => () => {
      document.title = workspaceName.get();
    },
    [],
  );
}
