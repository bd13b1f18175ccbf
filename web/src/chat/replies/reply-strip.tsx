import type { ReplyTarget } from '@snug/client';
import { X } from 'lucide-react';
import { usePerson } from '../../people/profiles/use-person.ts';
import { useDrafts } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { Name } from '../../ui/text/name.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import { focusComposer } from '../composer/focus-composer.ts';
import { ShownWords } from '../messages/text/shown-words.tsx';
import { getQuoteText } from './quote-text.ts';
import { endReply } from './reply-drafts.ts';
import styles from './reply-strip.module.css';

/** Above the composer, while the person writes an answer. */
export function ReplyStrip({ roomId, target }: { roomId: string; target: ReplyTarget }) {
  const drafts = useDrafts();
  const author = usePerson(target.reply.author);

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
          <ShownWords of={getQuoteText(target.reply)} />
        </span>
      </p>
      <IconButton label={lazyStrings.replies.cancelReply} icon={X} tooltip="none" onClick={cancel} />
    </div>
  );
}
