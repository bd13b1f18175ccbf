import type { TextMention } from '@snug/protocol';

/** The text with the names that its mentioned people have today. */
export function nameMentions(text: string, mentions: readonly TextMention[]): string {
  let named = '';
  let end = 0;
  for (const { start, length, person } of mentions.toSorted((a, b) => a.start - b.start)) {
    if (!person || start < end) continue;
    named += `${text.slice(end, start)}@${person.name}`;
    end = start + length;
  }
  return named + text.slice(end);
}
