import type { Message } from '@snug/protocol';
import { useIsBlocked } from '../../people/blocks/use-is-blocked.ts';
import { usePerson } from '../../people/profiles/use-person.ts';
import { useChat } from '../../state/chat-context.ts';
import { strings } from '../../strings/strings.ts';
import { Avatar } from '../../ui/avatar/avatar.tsx';
import { Name } from '../../ui/text/name.tsx';
import { toTextMentions } from '../messages/text/text-mention.ts';
import { readPreview } from '../messages/text/words.ts';
import { LastMessageFile } from '../rooms/list/last-message-file.tsx';
import styles from './conversation-card.module.css';
import { nameMentions } from './name-mentions.ts';

/** The first line of the first message of a conversation. `root`: undefined if it is deleted. */
export function CardHeading({ root }: { root: Message | undefined }) {
  const isBlocked = useIsBlocked(root?.author.uid ?? '');
  const words = useWords(root);
  if (!root) return strings.messages.sourceDeleted;
  if (root.removed) return strings.messages.removed;
  if (isBlocked) return strings.messages.fromBlocked;
  const line = words.split('\n').find(text => text.trim() !== '');
  if (line === undefined && root.file) return <LastMessageFile file={root.file} />;
  return line;
}

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
        {message.file && words === '' ? <LastMessageFile file={message.file} /> : words}
      </span>
    </p>
  );
}

/** Without marks. */
function useWords(message: Message | undefined): string {
  const { people } = useChat();
  if (message?.text === undefined) return '';
  const mentions = toTextMentions(message)?.map(mention => {
    const person = mention.person && (people.getPerson(mention.person.uid).get() ?? mention.person);
    return { ...mention, person };
  });
  return readPreview(mentions ? nameMentions(message.text, mentions) : message.text);
}
