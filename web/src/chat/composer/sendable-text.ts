import { cleanMessage, cleanText, type Mention, selectMentions } from '@snug/protocol';

/** The server rejects unpaired surrogates for good, because its database cannot store them. */
export function toSendableText(text: string): string {
  return cleanText(text.toWellFormed());
}

/** The mentions of `typed` in the text that is sent. */
export function toSendableMentions(typed: string, mentions: readonly Mention[]): Mention[] {
  const sent = cleanMessage({ text: typed.toWellFormed(), mentions: [...mentions] });
  return selectMentions(sent.text, sent.mentions);
}
