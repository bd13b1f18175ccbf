import { type Mention, selectMentions } from '@snug/protocol';
import { trimMentions } from '../mentions/move-mentions.ts';

/** The server rejects unpaired surrogates and NUL for good, because its database cannot store them. */
export function toSendableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').trim();
}

/** The mentions of `typed` in the text that is sent. */
export function toSendableMentions(typed: string, mentions: readonly Mention[]): Mention[] {
  return selectMentions(toSendableText(typed), trimMentions(mentions, typed.toWellFormed(), '\0'));
}
