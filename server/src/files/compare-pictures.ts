import type { Metadata, Sharp } from 'sharp';
import { decodeInTurn, loadSharp } from './sharp.ts';

/** Of a decoder that holds a whole picture in memory. */
const MAX_DECODED_BYTES = 64_000_000;
/** Also of decoders that hold a few lines: more pixels only cost time. */
const MAX_PIXELS = 250_000_000;
const MAX_S = 4;
/** Of the reduced picture. JPEG is decoded at a fraction of its size. */
const SIDE_PX = 512;
/** Of formats that need more than four. GIF decoders hold the previous frame, too, and AVIF decoders several planes. */
const PIXEL_BYTES: Readonly<Record<string, number>> = { gif: 8, heif: 20 };
const COMPARED = ['format', 'width', 'height', 'pages', 'loop', 'space', 'hasAlpha'] as const;
const UPRIGHT = 1;

/** Compares the first frames at a reduced size. Undefined if that takes too much memory or time. */
export async function comparePictures(path: string, otherPath: string): Promise<boolean | undefined> {
  const sharp = await loadSharp();
  const open = (file: string) =>
    sharp(file, { failOn: 'none', limitInputPixels: MAX_PIXELS, sequentialRead: true });
  try {
    const [metadata, other] = [await open(path).metadata(), await open(otherPath).metadata()];
    if (!haveSameShape(metadata, other)) return false;
    if (countDecodedBytes(metadata) > MAX_DECODED_BYTES) return undefined;
    return await decodeInTurn(async () => (await decode(open(path))).equals(await decode(open(otherPath))));
  } catch (error) {
    return isTimeout(error) ? undefined : false;
  }
}

function haveSameShape(one: Metadata, other: Metadata): boolean {
  const isSameWay = (one.orientation ?? UPRIGHT) === (other.orientation ?? UPRIGHT);
  return isSameWay && COMPARED.every(key => one[key] === other[key]);
}

function decode(picture: Sharp): Promise<Buffer> {
  return picture
    .timeout({ seconds: MAX_S })
    .resize(SIDE_PX, SIDE_PX, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer();
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.includes('timeout');
}

/** 0 for decoders that hold only a few lines. */
function countDecodedBytes({
  format,
  width,
  height,
  isProgressive,
  channels,
  depth,
  chromaSubsampling,
}: Metadata): number {
  const pixels = width * height;
  if (format === 'jpeg') return isProgressive ? pixels * 2 * countSamples(chromaSubsampling, channels) : 0;
  if (format === 'png') return isProgressive ? pixels * channels * (depth === 'ushort' ? 2 : 1) : 0;
  return pixels * (PIXEL_BYTES[format] ?? 4);
}

/** Of a pixel. */
function countSamples(chromaSubsampling: string | undefined, channels: number): number {
  return chromaSubsampling === '4:2:0' ? 1.5 : channels;
}
