import type { FileLine, MessageLine } from '../../export/format/lines.ts';
import type { ImportedMessage } from '../import/import-source.ts';
import type { Ledger } from '../import/ledger.ts';
import type { FinishedText } from '../text/styled-text.ts';

interface Parts {
  /** None for a message without text. */
  texts: readonly FinishedText[];
  files: readonly FileLine[];
  /** For the second message and those after it. */
  deriveId: (part: number) => string;
}

/**
 * A message of another chat as messages of Snug, which have at most one file each: the first part has the reactions and the pin. None
 * without text and files, unless it is a deleted message.
 */
export function toMessages(
  line: MessageLine,
  { texts, files, deriveId }: Parts,
  ledger: Ledger,
): ImportedMessage[] {
  const parts: ImportedMessage[] = texts.map(({ text, mentions }) => ({
    ...line,
    text,
    ...(mentions.length > 0 && { mentions }),
  }));
  for (const { differs, droppedMentions, mentions } of texts) {
    if (mentions.length > 0) ledger.read('mention', mentions.length);
    if (differs) ledger.change('style.differs');
    if (droppedMentions > 0) ledger.change('mention.too_many', droppedMentions);
  }
  for (const [index, file] of files.entries()) {
    const last = parts.at(-1);
    if (index === 0 && last) last.file = file.id;
    else parts.push({ ...line, file: file.id, ...(parts.length > 0 && { extra: 'file' as const }) });
  }
  if (parts.length === 0 && line.deleted !== undefined) return [line];
  if (texts.length > 1) ledger.change('message.split', texts.length - 1);
  const { at, by, replyTo, root } = line;
  return parts.map((part, index) => {
    if (index === 0) return part;
    const { text, mentions, file, extra = 'split' } = part;
    return {
      id: deriveId(index),
      at,
      by,
      ...(text !== undefined && { text }),
      ...(mentions && { mentions }),
      ...(file !== undefined && { file }),
      ...(root === undefined ? {} : { replyTo: replyTo ?? root, root }),
      extra,
    };
  });
}
