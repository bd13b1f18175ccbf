import type { MessageFile } from '@snug/protocol';

export interface FileRow {
  fileId: string;
  fileName: string;
  contentType: string;
  size: number;
  width: number | null;
  height: number | null;
  duration: number | null;
  peaks: string | null;
}

/** The columns of a `FileRow`, for a query that joins `files f`. */
export const FILE_COLUMNS = `f."id" as "fileId", f."name" as "fileName", f."contentType" as "contentType",
  f."size" as "size", f."width" as "width", f."height" as "height", f."duration" as "duration", f."peaks" as "peaks"`;

export function presentFile(row: FileRow): MessageFile {
  const { fileId: id, fileName: name, contentType, size, width, height, duration, peaks } = row;
  return {
    id,
    name,
    contentType,
    size,
    url: getFileUrl(id, name),
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    ...(duration !== null && { duration }),
    ...(peaks !== null && { peaks: JSON.parse(peaks) as number[] }),
  };
}

/** The name is there for people only; the id says which file it is. */
function getFileUrl(id: string, name: string): string {
  // An address that ends in dots leads to the folder above, however they are written.
  return `/files/${id}/${/^\.\.?$/.test(name) ? 'file' : encodeURIComponent(name)}`;
}
