import { MAX_REPEATED_TEXT_BYTES, type Message } from '@snug/protocol';
import { jsonBytes } from '../../limits/json-bytes.ts';

/** Everyone in the room already has the text. Many small changes of a long message would repeat it to all of them. */
export function omitLongText(message: Message): { message: Message; withoutText?: true } {
  const { text, ...rest } = message;
  if (text === undefined || !isLong(text)) return { message };
  return { message: rest, withoutText: true };
}

/** In bytes of JSON. Does not encode the longest texts: each UTF-16 unit takes at least one byte. */
function isLong(text: string): boolean {
  return text.length > MAX_REPEATED_TEXT_BYTES || jsonBytes(text) > MAX_REPEATED_TEXT_BYTES;
}
