import { useLayoutEffect } from 'react';
import { useChosenFiles, useDrafts } from '../../state/chat-context.ts';
import { joinDrafts } from '../../state/draft.ts';
import { useStore } from '../../state/use-store.ts';
import { pendingShare } from './pending-share.ts';

/** The room's draft and upload dialog read the shared content when they open. Returns whether they may open. */
export function useApplyShare(roomId: string): boolean {
  const drafts = useDrafts();
  const chosen = useChosenFiles();
  const shared = useStore(pendingShare);
  useLayoutEffect(() => {
    if (!shared) return;
    const { text, files } = shared;
    const draft = drafts.room(roomId);
    if (text !== '') draft.set(joinDrafts(draft.get(), { text, mentions: [] }));
    if (files.length > 0)
      chosen.set(roomId, { files: [...(chosen.get(roomId)?.files ?? []), ...files], isOpen: true });
    pendingShare.set(undefined);
  }, [shared, roomId, drafts, chosen]);
  return shared === undefined;
}
