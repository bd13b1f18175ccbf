import { getFilePath } from '../../account/export/entry-names.ts';

/** A browser would run their scripts, with the rights of a file on the reader's disk. */
const ACTIVE = /\.(?:x?html?|xht|shtml|svgz?|xml|xsl|xslt|mht|mhtml|hta)$/i;

/** The path of a file of a message in the archive. */
export function getArchivePath(id: string, name: string): string {
  const path = getFilePath(id, name);
  return ACTIVE.test(path) ? getFilePath(id, `${name.slice(0, 100)}.txt`) : path;
}

/** For an attribute with an address. */
export function toAddress(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
