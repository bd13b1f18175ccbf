import { useLayoutEffect } from 'react';
import { useChosenFiles, useDrafts } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { pendingShare } from './pending-share.ts';

/** The room's draft and upload dialog read the shared content when they open. Returns whether they may open. */
export function useApplyShare(roomId: string): boolean {
  const drafts = useDrafts();
  const chosen = useChosenFiles();
  const shared = useStore(pendingShare);
  useLayoutEffect(() => {
    if (!shared) return;
    const { text, files } = shared;
    if (text !== '') drafts.set(roomId, [drafts.get(roomId), text].filter(Boolean).join('\n'));
    if (files.length > 0) chosen.set(roomId, [...(chosen.get(roomId) ?? []), ...files]);
    pendingShare.set(undefined);
  }, [shared, roomId, drafts, chosen]);
  return shared === undefined;
}
