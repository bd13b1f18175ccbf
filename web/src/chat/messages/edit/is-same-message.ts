import type { Mention } from '@snug/protocol';
import { toSendableMentions, toSendableText } from '../../composer/sendable-text.ts';
import type { MentionedText } from '../../mentions/mention-history.ts';

/** Whether both become the same message. An edit can turn a typed name into a mention. */
export function isSameMessage(one: MentionedText, other: MentionedText): boolean {
  if (toSendableText(one.text) !== toSendableText(other.text)) return false;
  const [mentions, others] = [one, other].map(({ text, mentions }) => toSendableMentions(text, mentions));
  return mentions?.map(toKey).join() === others?.map(toKey).join();
}

function toKey({ uid, start, length }: Mention): string {
  return `${uid}:${start}:${length}`;
}
