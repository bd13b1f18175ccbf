import { MAX_EMOJI, MAX_EMOJI_UPLOAD_BYTES } from '@snug/protocol';
import type { readZip as ReadZip, ZipLimits } from './read-zip.ts';

const PICTURE = /\.(?:png|gif|webp|jpe?g)$/i;
const ZIP = /\.zip$/i;
/** What programs put beside the pictures of a folder: "__MACOSX/._party.png", ".DS_Store". */
const HIDDEN = /(?:^|\/)(?:\.|__MACOSX\/)/;
const TYPES = new Set(['image/png', 'image/gif', 'image/webp', 'image/jpeg']);

const LIMITS: ZipLimits = {
  isWanted: name => PICTURE.test(name) && !HIDDEN.test(name),
  maxZipBytes: 500_000_000,
  maxFileBytes: MAX_EMOJI_UPLOAD_BYTES,
  maxBytes: 500_000_000,
  maxFiles: MAX_EMOJI,
};

export type FileProblem = 'noPicture' | 'tooLarge' | 'zipBroken' | 'zipTooLarge';

export interface ChosenPicture {
  file: File;
  problem?: FileProblem;
}

export interface ChosenPictures {
  pictures: readonly ChosenPicture[];
  /** There were more than `MAX_EMOJI`. */
  isCut: boolean;
}

/** The pictures among chosen files and in chosen zips, in their order. A bad file has its own problem. */
export async function collectPictures(
  files: readonly File[],
  loadReadZip: () => Promise<typeof ReadZip>,
): Promise<ChosenPictures> {
  const isFolder = files.some(({ webkitRelativePath }) => Boolean(webkitRelativePath));
  const pictures: ChosenPicture[] = [];
  for (const file of files) {
    const path = file.webkitRelativePath || file.name;
    if (HIDDEN.test(path)) continue;
    if (ZIP.test(file.name)) pictures.push(...(await unpack(file, loadReadZip)));
    // A folder has other files, too, which nobody chose by themselves.
    else if (isPicture(file) || !isFolder) pictures.push(check(file));
  }
  return { pictures: pictures.slice(0, MAX_EMOJI), isCut: pictures.length > MAX_EMOJI };
}

async function unpack(zip: File, loadReadZip: () => Promise<typeof ReadZip>): Promise<ChosenPicture[]> {
  const readZip = await loadReadZip();
  try {
    return (await readZip(zip, LIMITS)).map(check);
  } catch (error) {
    const isLarge = (error as { reason?: string }).reason === 'large';
    return [{ file: zip, problem: isLarge ? 'zipTooLarge' : 'zipBroken' }];
  }
}

function isPicture({ name, type }: File): boolean {
  return PICTURE.test(name) || TYPES.has(type);
}

function check(file: File): ChosenPicture {
  if (!isPicture(file) || file.size === 0) return { file, problem: 'noPicture' };
  return file.size > MAX_EMOJI_UPLOAD_BYTES ? { file, problem: 'tooLarge' } : { file };
}
