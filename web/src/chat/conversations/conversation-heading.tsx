import { type Message, toTextMentions } from '@snug/protocol';
import { useIsBlocked } from '../../people/blocks/use-is-blocked.ts';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { readPreview } from '../messages/text/read-preview.ts';
import { ShownWords } from '../messages/text/shown-words.tsx';
import { LastMessageFile } from '../rooms/list/last-message-file.tsx';
import { nameMentions } from './name-mentions.ts';

/** The first line of the first message of a conversation. `root`: undefined if it is deleted. */
export function ConversationHeading({ root }: { root: Message | undefined }) {
  const isBlocked = useIsBlocked(root?.author.uid ?? '');
  const words = useWords(root);
  if (!root) return strings.messages.sourceDeleted;
  if (root.removed) return lazyStrings.replies.firstRemoved;
  if (isBlocked) return strings.messages.fromBlocked;
  const line = words.split('\n').find(text => text.trim() !== '');
  if (line === undefined && root.file) return <LastMessageFile file={root.file} />;
  return <ShownWords of={line ?? ''} />;
}

/** Without marks. For `ShownWords`. */
export function useWords(message: Message | undefined): string {
  const { people } = useChat();
  if (message?.text === undefined) return '';
  const mentions = toTextMentions(message)?.map(mention => {
    const person = mention.person && (people.getPerson(mention.person.uid).get() ?? mention.person);
    return { ...mention, person };
  });
  return readPreview(mentions ? nameMentions(message.text, mentions) : message.text);
}
