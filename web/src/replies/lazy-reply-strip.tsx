import { useStore } from '../chat/use-store.ts';
import { useDialog } from '../ui/dialog/use-dialog.ts';
import { useReplyDraft } from './reply-drafts.ts';

export function LazyReplyStrip({ roomId }: { roomId: string }) {
  const draft = useReplyDraft(roomId);
  const isShown = useStore(draft) !== undefined;
  const [Strip] = useDialog(
    () => import('./reply-strip.tsx').then(module => module.ReplyStrip),
    isShown,
    () => draft.set(undefined),
  );
  return isShown && Strip && <Strip roomId={roomId} />;
}
