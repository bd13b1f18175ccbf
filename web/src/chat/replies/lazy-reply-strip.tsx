import { useDrafts } from '../../state/chat-context.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { endReply, useReplyTarget } from './reply-drafts.ts';

export function LazyReplyStrip({ roomId }: { roomId: string }) {
  const drafts = useDrafts();
  const target = useReplyTarget(roomId);
  const [Strip] = useDialog(
    () => import('./reply-strip.tsx').then(module => module.ReplyStrip),
    target !== undefined,
    () => endReply(drafts, roomId),
  );
  return target && Strip && <Strip roomId={roomId} target={target} />;
}
