import type { Reply } from '@snug/protocol';
import { strings } from '../strings/strings.ts';

/** The first line of the source, as typed, or the name of its file. */
export function getQuoteText({ text = '', file, deleted }: Reply): string {
  if (deleted) return strings.messages.sourceDeleted;
  const line = text.split('\n').find(part => part.trim() !== '');
  return line?.trim() ?? file ?? '';
}
