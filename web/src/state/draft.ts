import type { ReplyTarget } from '@snug/client';
import type { Mention } from '@snug/protocol';

/** An unsent message of a person in a room: one thing in every tab. */
export interface Draft {
  readonly text: string;
  readonly mentions: readonly Mention[];
  /** What it answers. */
  readonly target?: ReplyTarget | undefined;
}

export const EMPTY_DRAFT: Draft = { text: '', mentions: [] };

/** Two paragraphs. The first target wins. */
export function joinDrafts(first: Draft, second: Draft): Draft {
  const text = [first.text, second.text].filter(Boolean).join('\n');
  const offset = text.length - second.text.length;
  const moved = second.mentions.map(({ uid, start, length }) => ({ uid, start: start + offset, length }));
  const mentions = [...first.mentions.map(({ uid, start, length }) => ({ uid, start, length })), ...moved];
  return { text, mentions, target: first.target ?? second.target };
}

export function isSameDraft(one: Draft, other: Draft): boolean {
  return (
    one.text === other.text &&
    JSON.stringify(one.mentions) === JSON.stringify(other.mentions) &&
    isSameTarget(one.target, other.target)
  );
}

export function isSameTarget(one: ReplyTarget | undefined, other: ReplyTarget | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
