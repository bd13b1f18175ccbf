import { stat } from 'node:fs/promises';
import type { PixelSize } from '@snug/media/byte-reader.ts';
import { readHead } from './file-reader.ts';

/** Largest picture that the server measures or a browser shows. Larger ones are attacks on memory. */
const MAX_PIXELS = 32_000_000;
const MAX_SHOWN_BYTES = 50_000_000;
const GIF_HEADER_BYTES = 10;

/** The only enabled decoders of the library: each further format is a further risk. */
const DECODERS = [
  'VipsForeignLoadPng',
  'VipsForeignLoadJpeg',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadWebp',
  'VipsForeignLoadHeif',
];

/** In px, after the EXIF rotation. Undefined if the picture is broken, or too large to show. */
export async function measurePicture(path: string): Promise<PixelSize | undefined> {
  if ((await stat(path)).size > MAX_SHOWN_BYTES) return undefined;
  const sharp = await loadSharp();
  try {
    const { format, autoOrient } = await sharp(path, { limitInputPixels: MAX_PIXELS }).metadata();
    if (format === 'gif' && (await countGifScreenPixels(path)) > MAX_PIXELS) return undefined;
    return autoOrient;
  } catch {
    return undefined;
  }
}

/** The size of a GIF's screen, for which browsers reserve memory. The library reads only the sizes of its frames. */
async function countGifScreenPixels(path: string): Promise<number> {
  const head = await readHead(path, GIF_HEADER_BYTES);
  return head.readUInt16LE(6) * head.readUInt16LE(8);
}

/** EXIF orientation, 1 to 8; 1 (upright) if there is none, or the picture is broken. */
export async function readOrientation(path: string): Promise<number> {
  const sharp = await loadSharp();
  try {
    return (await sharp(path, { limitInputPixels: MAX_PIXELS }).metadata()).orientation ?? 1;
  } catch {
    return 1;
  }
}

const AVATAR_PX = 200;

/** In addition to the library's own limits: larger pictures only cost time. */
const MAX_AVATAR_PIXELS = 8_000_000;
const MAX_AVATAR_S = 5;

/** The centre of a picture as a square PNG without metadata. Undefined if it is broken, too large, or takes too long. */
export async function makeAvatar(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const sharp = await loadSharp();
  try {
    return await sharp(bytes, { limitInputPixels: MAX_AVATAR_PIXELS })
      .timeout({ seconds: MAX_AVATAR_S })
      .autoOrient()
      .resize(AVATAR_PX, AVATAR_PX, { fit: 'cover' })
      .png()
      .toBuffer();
  } catch {
    return undefined;
  }
}

let sharpPromise: ReturnType<typeof load> | undefined;

// Loaded on first use, because it takes longer than the rest of the start.
function loadSharp(): ReturnType<typeof load> {
  sharpPromise ??= load();
  return sharpPromise;
}

async function load() {
  const { default: sharp } = await import('sharp');
  // Its cache keeps up to 50 MB of decoded pictures, which nobody requests again.
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: DECODERS });
  return sharp;
}
