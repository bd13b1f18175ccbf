import type { Mention } from '@snug/protocol';
import type { Selection } from './text-edit.ts';

/** With the whole names of mentions that the selection cuts: a mark inside a name would end its mention. */
export function includeMentions(
  { start, end }: Selection,
  mentions: readonly Pick<Mention, 'start' | 'length'>[],
): Selection {
  const cut = mentions.filter(mention => mention.start < end && mention.start + mention.length > start);
  return {
    start: Math.min(start, ...cut.map(mention => mention.start)),
    end: Math.max(end, ...cut.map(mention => mention.start + mention.length)),
  };
}
