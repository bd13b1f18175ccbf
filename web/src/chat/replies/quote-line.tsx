import type { Reply } from '@snug/protocol';
import { CornerUpRight } from 'lucide-react';
import { useContext } from 'react';
import { useIsBlocked } from '../../people/blocks/use-is-blocked.ts';
import { usePerson } from '../../people/profiles/use-person.ts';
import { strings } from '../../strings/strings.ts';
import { Avatar } from '../../ui/avatar/avatar.tsx';
import { useRovingTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import { Name } from '../../ui/text/name.tsx';
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx';
import { ShownWords } from '../messages/text/shown-words.tsx';
import styles from './quote-line.module.css';
import { getQuoteText } from './quote-text.ts';
import { ReplyContext } from './reply-context.ts';

interface QuoteLineProps {
  messageId: string;
  reply: Reply;
  isNear: boolean;
}

/** The source of a reply, as it is now, above the text. Leads to the source. */
export function QuoteLine({ messageId, reply, isNear }: QuoteLineProps) {
  const { jump, rootId } = useContext(ReplyContext);
  const author = usePerson(reply.author);
  const isBlocked = useIsBlocked(author.uid);
  const tabIndex = useRovingTabIndex();
  if (reply.id === rootId) return null;
  const text = getQuoteText(reply, isBlocked);
  if (!isNear || reply.deleted) {
    return (
      <p className={styles.quote}>
        <span className={styles.words}>
          <ShownWords of={text} />
        </span>
      </p>
    );
  }
  return (
    <button
      type="button"
      className={styles.quote}
      tabIndex={tabIndex}
      onClick={() => jump(reply.id, messageId)}
    >
      <CornerUpRight size={13} strokeWidth={2} aria-hidden className={styles.icon} />
      <VisuallyHidden>{strings.messages.source}</VisuallyHidden>
      <Avatar person={author} size={16} />
      <span className={styles.name}>
        <Name of={author.name} />
      </span>
      <span className={styles.words} dir="auto">
        <ShownWords of={text} />
      </span>
    </button>
  );
}
