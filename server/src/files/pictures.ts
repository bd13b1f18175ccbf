import type { PixelSize } from '@snug/media/byte-reader.ts';
import { readHead } from './file-reader.ts';
import { decodeInTurn, loadSharp } from './sharp.ts';

const GIF_HEADER_BYTES = 10;

/** In px, after the EXIF rotation. Undefined if the picture is broken. Reads no pixels. */
export async function measurePicture(path: string): Promise<PixelSize | undefined> {
  const sharp = await loadSharp();
  try {
    const { format, autoOrient } = await sharp(path, { limitInputPixels: false }).metadata();
    return format === 'gif' ? await measureGif(path, autoOrient) : autoOrient;
  } catch {
    return undefined;
  }
}

/** The library reads only the sizes of the frames. Browsers reserve memory for the screen. */
async function measureGif(path: string, frame: PixelSize): Promise<PixelSize> {
  const head = await readHead(path, GIF_HEADER_BYTES);
  const screen = { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  return screen.width * screen.height > frame.width * frame.height ? screen : frame;
}

const AVATAR_PX = 200;

/** In addition to the library's own limits: larger pictures only cost time. */
const MAX_AVATAR_PIXELS = 8_000_000;
const MAX_AVATAR_S = 5;

/** The centre of a picture as a square PNG without metadata. Undefined if it is broken, too large, or takes too long. */
export async function makeAvatar(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const sharp = await loadSharp();
  try {
    return await decodeInTurn(() =>
      sharp(bytes, { limitInputPixels: MAX_AVATAR_PIXELS })
        .timeout({ seconds: MAX_AVATAR_S })
        .autoOrient()
        .resize(AVATAR_PX, AVATAR_PX, { fit: 'cover' })
        .png()
        .toBuffer(),
    );
  } catch {
    return undefined;
  }
}
