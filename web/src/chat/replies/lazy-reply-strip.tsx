import { useDrafts } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { endReply, openConversation, useReplyTarget } from './reply-drafts.ts';

const LazyConversationStrip = createIdleComponent(
  () => import('./conversation-strip.tsx'),
  'ConversationStrip',
);

export function LazyReplyStrip({ roomId }: { roomId: string }) {
  const drafts = useDrafts();
  const target = useReplyTarget(roomId);
  const [Strip] = useDialog(
    () => import('./reply-strip.tsx').then(module => module.ReplyStrip),
    target !== undefined,
    () => endReply(drafts, roomId),
  );
  const isInConversation = useStore(openConversation)?.roomId === roomId;
  if (!target) return isInConversation && <LazyConversationStrip />;
  return Strip && <Strip roomId={roomId} target={target} />;
}
