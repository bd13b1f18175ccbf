import { ArrowLeft } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { messagePath } from '../../../state/room-path.ts';
import { formatNumber } from '../../../strings/format-number.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { strings } from '../../../strings/strings.ts';
import { navigate } from '../../../ui/browser/location.ts';
import { showInfo } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/form/button.tsx';
import { MessageList } from '../../messages/list/message-list.tsx';
import { MessageListSkeleton } from '../../messages/list/message-list-skeleton.tsx';
import { ReplyContext } from '../reply-context.ts';
import styles from './conversation.module.css';
import { closeConversation } from './conversation-path.ts';
import { useComposerFocus } from './use-composer-focus.ts';
import { useConversation } from './use-conversation.ts';

interface ConversationProps {
  roomId: string;
  /** Any message of the conversation. */
  messageId: string;
}

interface Jump {
  to: string | undefined;
  from?: string | undefined;
  count: number;
}

/** A message and its replies, in place of all messages of the room. */
export function Conversation({ roomId, messageId }: ConversationProps) {
  const { status, log, isLoadingOlder, rootId, count, pages } = useConversation(roomId, messageId);
  const [jump, setJump] = useState<Jump>({ to: undefined, count: 0 });
  useComposerFocus();
  const isMissing = status === 'missing';
  useEffect(() => {
    if (!isMissing) return;
    showInfo(strings.rooms.messageGone);
    closeConversation(roomId);
  }, [isMissing, roomId]);
  const replies = useMemo(() => {
    const show = (to: string, from?: string) => setJump(last => ({ to, from, count: last.count + 1 }));
    const { from } = jump;
    return {
      rootId,
      jump: (to: string, from: string) => {
        if (log?.messages.some(({ id }) => id === to)) show(to, from);
        else navigate(messagePath(roomId, to));
      },
      back: from === undefined ? undefined : () => show(from),
    };
  }, [rootId, roomId, log, jump]);
  const part = useMemo(() => ({ pages, rootId }), [pages, rootId]);

  return (
    <div className={styles.pane}>
      <div className={styles.bar}>
        <h2 className={styles.title}>
          {lazyStrings.replies.conversation(count ?? 0, count === undefined ? '' : formatNumber(count))}
        </h2>
        <Button variant="plain" className={styles.back} onClick={() => closeConversation(roomId)}>
          <ArrowLeft size={16} strokeWidth={2} aria-hidden className={styles.icon} />
          {lazyStrings.replies.allMessages}
        </Button>
      </div>
      {log ? (
        <ReplyContext value={replies}>
          <MessageList
            // The page of the server can begin before the messages that the room had loaded.
            key={`${jump.count} ${count === undefined ? 'loaded' : 'complete'}`}
            roomId={roomId}
            log={log}
            part={part}
            isLoadingOlder={isLoadingOlder}
            place={jump.to}
          />
        </ReplyContext>
      ) : (
        <MessageListSkeleton />
      )}
    </div>
  );
}
