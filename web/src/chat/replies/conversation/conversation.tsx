import { useEffect, useMemo, useState } from 'react';
import { messagePath } from '../../../state/room-path.ts';
import { strings } from '../../../strings/strings.ts';
import { navigate, useSearchParam } from '../../../ui/browser/location.ts';
import { showInfo } from '../../../ui/feedback/toast.ts';
import { MessageList } from '../../messages/list/message-list.tsx';
import { MessageListSkeleton } from '../../messages/list/message-list-skeleton.tsx';
import { ReplyContext } from '../reply-context.ts';
import styles from './conversation.module.css';
import { ConversationBar } from './conversation-bar.tsx';
import { closeConversation } from './conversation-path.ts';
import { useComposerFocus } from './use-composer-focus.ts';
import { useConversation } from './use-conversation.ts';
import { useConversationReading, useSeqAtStart } from './use-conversation-reading.ts';

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
  const at = useSearchParam('at');
  const [jump, setJump] = useState<Jump>({ to: at, count: 0 });
  const [shownAt, setShownAt] = useState(at);
  if (at !== shownAt) {
    setShownAt(at);
    setJump(last => ({ to: at, count: last.count + 1 }));
  }
  useComposerFocus();
  const isTrimmed = log?.room.trimmedBefore !== undefined && count !== undefined && log.messages.length === 0;
  const isMissing = status === 'missing' || isTrimmed;
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
  // The messages that the room had loaded can end before the conversation does.
  const isKnown = count !== undefined;
  // The first page has the newest replies only.
  const isFurtherUp = isKnown && at !== undefined && !log?.messages.some(({ id }) => id === at);
  useEffect(() => {
    if (isFurtherUp) navigate(messagePath(roomId, at), { replace: true, state: history.state });
  }, [roomId, at, isFurtherUp]);
  const readSeq = useSeqAtStart(roomId, rootId, isKnown);
  const part = useMemo(() => ({ pages, rootId, readSeq }), [pages, rootId, readSeq]);
  const [isScrolledUp, setScrolledUp] = useState(true);
  const seq = isKnown && !log?.hasNewer ? log?.messages.at(-1)?.seq : undefined;
  useConversationReading({ roomId, rootId, seq, isAtEnd: !isScrolledUp });
  const root = log?.messages.find(({ id }) => id === rootId);

  return (
    <div className={styles.pane}>
      <ConversationBar roomId={roomId} rootId={rootId} root={root} count={count} />
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
            onScrolledUpChange={setScrolledUp}
          />
        </ReplyContext>
      ) : (
        <MessageListSkeleton />
      )}
    </div>
  );
}
