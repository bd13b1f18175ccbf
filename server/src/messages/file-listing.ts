import { hasLink, type Message, type MessageFile } from '@snug/protocol';
import type { Selectable } from 'kysely';
import type { MessageTable } from '../db/schema.ts';
import { isPicture } from '../files/content-type.ts';

type ListedFile = Pick<MessageFile, 'contentType'> & Partial<Record<'width' | 'height' | 'peaks', unknown>>;
export type FileKind = Selectable<MessageTable>['fileKind'];

/** As in the page: a picture without a size is another file, and only recordings of Snug have a waveform. */
function getFileKind({ contentType, width, height, peaks }: ListedFile): FileKind {
  if (isPicture(contentType) && width && height) return 'picture';
  return contentType.startsWith('audio/') && peaks ? 'voice' : 'file';
}

/** The columns `fileKind` and `links`, by which the lists of a room's files find the message. */
export function toListing({
  text,
  file,
}: Pick<Message, 'text'> & { file?: ListedFile | undefined }): [fileKind: FileKind, links: number] {
  return [file ? getFileKind(file) : null, Number(text !== undefined && hasLink(text))];
}
