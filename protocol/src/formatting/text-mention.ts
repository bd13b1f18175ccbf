import type { Mention } from '../chat/mention.ts';
import type { Message } from '../chat/message.ts';
import type { Person } from '../people/person.ts';

/** `person`: undefined for everyone, and for a person who does not exist any more. */
export interface TextMention extends Mention {
  person: Person | undefined;
}

export function toTextMentions({
  mentions,
  mentioned = [],
}: Pick<Message, 'mentions' | 'mentioned'>): readonly TextMention[] | undefined {
  return mentions?.map(mention => ({ ...mention, person: mentioned.find(({ uid }) => uid === mention.uid) }));
}
