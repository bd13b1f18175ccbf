import type { ComponentProps } from 'react';
import { useDialog } from '../../../ui/dialog/use-dialog.ts';
import { MessageListSkeleton } from '../../messages/list/message-list-skeleton.tsx';
import type { Conversation } from './conversation.tsx';
import { closeConversation } from './conversation-path.ts';

export function LazyConversation(props: ComponentProps<typeof Conversation>) {
  const [Loaded] = useDialog(
    () => import('./conversation.tsx').then(module => module.Conversation),
    true,
    () => closeConversation(props.roomId),
  );
  return Loaded ? <Loaded key={props.messageId} {...props} /> : <MessageListSkeleton />;
}
