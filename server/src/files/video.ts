import type { PixelSize } from '@snug/media/byte-reader.ts';
import { isEbml } from '@snug/media/ebml.ts';
import { measureMp4 } from '@snug/media/iso.ts';
import { measureWebm } from '@snug/media/matroska.ts';
import { FileReader } from './file-reader.ts';

/** The largest side that codecs support, in px. */
const MAX_SIDE = 16_384;

/** In px, as players show it. Undefined if the file does not name a size, or too far inside. */
export async function measureVideo(path: string): Promise<PixelSize | undefined> {
  const file = await FileReader.open(path);
  try {
    const size = await ((await isEbml(file)) ? measureWebm(file) : measureMp4(file));
    return size && isSide(size.width) && isSide(size.height) ? size : undefined;
  } finally {
    await file.close();
  }
}

function isSide(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MAX_SIDE;
}
