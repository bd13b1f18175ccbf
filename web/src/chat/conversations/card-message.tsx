import type { Message } from '@snug/protocol';
import { useIsBlocked } from '../../people/blocks/use-is-blocked.ts';
import { usePerson } from '../../people/profiles/use-person.ts';
import { strings } from '../../strings/strings.ts';
import { Avatar } from '../../ui/avatar/avatar.tsx';
import { Name } from '../../ui/text/name.tsx';
import { ShownWords } from '../messages/text/shown-words.tsx';
import { LastMessageFile } from '../rooms/list/last-message-file.tsx';
import styles from './conversation-card.module.css';
import { useWords } from './conversation-heading.tsx';

/** A reply in two lines at most. */
export function CardReply({ message, isNew }: { message: Message; isNew: boolean }) {
  const author = usePerson(message.author);
  const isBlocked = useIsBlocked(author.uid);
  const words = useWords(message);
  if (isBlocked) return <p className={styles.reply}>{strings.messages.fromBlocked}</p>;
  return (
    <p className={styles.reply} data-new={isNew || undefined}>
      <span className={styles.avatar}>
        <Avatar person={author} size={20} />
      </span>
      <span className={styles.words} dir="auto">
        <span className={styles.author}>
          <Name of={author.name} />
        </span>{' '}
        {message.file && words === '' ? <LastMessageFile file={message.file} /> : <ShownWords of={words} />}
      </span>
    </p>
  );
}
