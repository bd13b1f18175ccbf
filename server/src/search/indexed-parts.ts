import { type FileKind, toListing } from '../chat/messages/file-listing.ts';
import type { IndexedPart } from './search-index.ts';

export interface RowWithParts {
  text: string | null;
  pinnedAt: number | null;
  fileKind: FileKind;
  /** Null for messages of earlier releases, until a job fills this column and `fileKind`, without a change of the log. */
  links: number | null;
  /** Null without a file, as the others of it. */
  contentType: string | null;
  size: number | null;
  width: number | null;
  height: number | null;
  peaks: string | null;
}

export function listParts(row: RowWithParts): IndexedPart[] {
  const { text, contentType, pinnedAt } = row;
  const file = contentType === null ? undefined : { ...row, contentType };
  const [fileKind, links] =
    row.links === null ? toListing({ ...(text !== null && { text }), file }) : [row.fileKind, row.links];
  return [
    ...(fileKind === null ? [] : [fileKind]),
    ...(links === 1 ? (['link'] as const) : []),
    ...(pinnedAt === null ? [] : (['pin'] as const)),
  ];
}
