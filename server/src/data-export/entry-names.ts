/** Characters with a meaning in paths, also on Windows, and control characters. */
const UNSAFE = /[\p{Cc}<>:"/\\|?*]/gu;

/** The name of a file of the person in the archive. It cannot lead out of its folder. */
export function getFilePath(id: string, name: string): string {
  // Windows drops a dot or a space at the end.
  const safe = name.replace(UNSAFE, '_').replace(/[. ]$/, '_');
  return `files/${id}/${safe || 'file'}`;
}
