import { hasLink, isHugePicture, isPictureType, type Message } from '@snug/protocol';
import type { Selectable } from 'kysely';
import type { MessageTable } from '../../db/schema.ts';

interface ListedFile {
  contentType: string;
  size?: number | null;
  width?: number | null | undefined;
  height?: number | null | undefined;
  peaks?: unknown;
}

export type FileKind = Selectable<MessageTable>['fileKind'];

/** As in the page: a picture without a size, or a huge one, is another file, and only recordings of Snug have a waveform. */
function getFileKind({ contentType, size, width, height, peaks }: ListedFile): FileKind {
  if (isPictureType(contentType) && width && height)
    return isHugePicture({ contentType, size: size ?? 0, width, height }) ? 'file' : 'picture';
  return contentType.startsWith('audio/') && peaks ? 'voice' : 'file';
}

/** The columns `fileKind` and `links`, by which the lists of a room's files find the message. */
export function toListing({
  text,
  file,
}: Pick<Message, 'text'> & { file?: ListedFile | undefined }): [fileKind: FileKind, links: number] {
  return [file ? getFileKind(file) : null, Number(text !== undefined && hasLink(text))];
}
