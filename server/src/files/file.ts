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

/** Only the id identifies the file; the name is for people. */
function getFileUrl(id: string, name: string): string {
  // A browser resolves a URL that ends in dots to the parent folder, even if they are percent-encoded.
  return `/files/${id}/${/^\.\.?$/.test(name) ? 'file' : encodeURIComponent(name)}`;
}
