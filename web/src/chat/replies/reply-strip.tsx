import type { ReplyTarget } from '@snug/client';
import type { Reply } from '@snug/protocol';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useIsBlocked } from '../../people/blocks/use-is-blocked.ts';
import { usePerson } from '../../people/profiles/use-person.ts';
import { useChat, useDrafts } from '../../state/chat-context.ts';
import { useSelected } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { Name } from '../../ui/text/name.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import { focusComposer } from '../composer/focus-composer.ts';
import { isDeleted } from '../messages/edit/is-deleted.ts';
import { ShownWords } from '../messages/text/shown-words.tsx';
import { getQuoteText } from './quote-text.ts';
import { endReply } from './reply-drafts.ts';
import styles from './reply-strip.module.css';

/** Above the composer, while the person writes an answer. */
export function ReplyStrip({ roomId, target }: { roomId: string; target: ReplyTarget }) {
  const drafts = useDrafts();
  const author = usePerson(target.reply.author);
  const reply = useReply(roomId, target);
  const text = getQuoteText(reply, useIsBlocked(author.uid));

  function cancel(): void {
    endReply(drafts, roomId);
    focusComposer();
  }

  return (
    <div className={styles.strip}>
      <p className={styles.words}>
        <span className={styles.name}>
          <Sentence of={lazyStrings.replies.replyingTo} with={<Name of={author.name} />} />
        </span>
        <span className={styles.text} dir="auto">
          <ShownWords of={text} />
        </span>
      </p>
      <IconButton label={lazyStrings.replies.cancelReply} icon={X} tooltip="none" onClick={cancel} />
    </div>
  );
}

/** Without its text if the source is deleted, also in the stored draft. */
function useReply(roomId: string, { reply, rootId }: ReplyTarget): Reply {
  const draft = useDrafts().room(roomId);
  const isGone = useSelected(useChat().room(roomId).view, ({ log }) => !!log && isDeleted(log, reply));
  useEffect(() => {
    if (isGone && !reply.deleted) draft.setTarget({ reply: toDeleted(reply), rootId });
  }, [draft, isGone, reply, rootId]);
  return isGone ? toDeleted(reply) : reply;
}

function toDeleted({ id, seq, author }: Reply): Reply {
  return { id, seq, author, deleted: true };
}
