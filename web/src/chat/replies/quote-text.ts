import type { Reply } from '@snug/protocol';
import { strings } from '../../strings/strings.ts';
import { readPreview } from '../messages/text/read-preview.ts';

/** The first line of the source, without marks, or the name of its file. For `ShownWords`. `isBlocked`: its author. */
export function getQuoteText({ text = '', file, deleted }: Reply, isBlocked: boolean): string {
  if (deleted) return strings.messages.sourceDeleted;
  if (isBlocked) return strings.messages.fromBlocked;
  const [line = ''] = readPreview(text).split('\n');
  return line.trim() || (file ?? '');
}
