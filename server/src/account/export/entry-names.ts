/** Characters with a meaning in paths, also on Windows; control characters; and what no file system can encode. */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}<>:"/\\|?*]/gu;

/** Windows opens a device in place of a file with such a name, in any case, also with an extension. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?=\.|$)/i;

/** File systems of Linux allow 255 bytes of UTF-8, some with encryption fewer. */
const MAX_NAME_BYTES = 200;
/** In UTF-16 code units. With the folders in the archive, this leaves 70 of the 260 that a path can have on Windows. */
const MAX_NAME_UNITS = 140;

const EXTENSION = /(?<=.)(?:\.tar)?\.[\p{L}\p{N}_-]{1,16}$/iu;

/** The name of a file of the person in the archive. */
export function getFilePath(id: string, name: string): string {
  return `files/${id}/${getSafeName(name) || 'file'}`;
}

/** The name of a file that cannot lead out of its folder, and fits every common file system. */
export function getSafeName(name: string): string {
  return (
    shorten(name.replace(UNSAFE, '_'))
      .replace(DEVICE, '$1_')
      // Windows drops dots and spaces at the end.
      .replace(/[. ]$/, '_')
  );
}

function shorten(name: string): string {
  if (fits(name)) return name;
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  return takeWhole(name.slice(0, name.length - extension.length), extension) + extension;
}

/** As many whole characters as fit in front of the extension. */
function takeWhole(stem: string, extension: string): string {
  let taken = '';
  for (const { segment } of new Intl.Segmenter().segment(stem)) {
    if (!fits(taken + segment + extension)) return taken || takeCodePoints(segment, extension);
    taken += segment;
  }
  return taken;
}

/** A letter can have any number of accents. */
function takeCodePoints(character: string, extension: string): string {
  let taken = '';
  for (const point of character) {
    if (!fits(taken + point + extension)) break;
    taken += point;
  }
  return taken;
}

function fits(name: string): boolean {
  return name.length <= MAX_NAME_UNITS && Buffer.byteLength(name) <= MAX_NAME_BYTES;
}
