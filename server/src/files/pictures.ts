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
const MAX_DECODED_PIXELS = 8_000_000;
const MAX_DECODING_S = 5;

/** The centre of a picture as a square PNG without metadata. Undefined if it is broken, too large, or takes too long. */
export async function makeAvatar(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const sharp = await loadSharp();
  try {
    return await decodeInTurn(() =>
      sharp(bytes, { limitInputPixels: MAX_DECODED_PIXELS })
        .timeout({ seconds: MAX_DECODING_S })
        .autoOrient()
        .resize(AVATAR_PX, AVATAR_PX, { fit: 'cover' })
        .png()
        .toBuffer(),
    );
  } catch {
    return undefined;
  }
}

/** The pictures of a logo: the side in px, and the share of it that the logo fills. Less than all of it stands on paper, without holes. */
const LOGO_PICTURES = {
  'icon-64': { side: 64, share: 1 },
  'icon-192': { side: 192, share: 1 },
  'icon-512': { side: 512, share: 1 },
  // The largest square in the circle that a system may cut out, and some air.
  'maskable-512': { side: 512, share: 0.55 },
  'touch-180': { side: 180, share: 0.8 },
} as const;

export type LogoPicture = keyof typeof LOGO_PICTURES;

export function isLogoPicture(name: string): name is LogoPicture {
  return Object.hasOwn(LOGO_PICTURES, name);
}

const PAPER = '#fcf9f4';
const NOTHING = { r: 0, g: 0, b: 0, alpha: 0 };

/** A picture in all sizes, whole and centred, as PNGs without metadata. Undefined if it is broken, too large, or takes too long. */
export async function makeLogo(bytes: Uint8Array): Promise<Record<string, Uint8Array> | undefined> {
  const sharp = await loadSharp();
  try {
    return await decodeInTurn(async () => {
      const [{ side }, timeout] = [LOGO_PICTURES['icon-512'], { seconds: MAX_DECODING_S }];
      const whole = await sharp(bytes, { limitInputPixels: MAX_DECODED_PIXELS })
        .timeout(timeout)
        .autoOrient()
        .resize(side, side, { fit: 'contain', background: NOTHING })
        .png()
        .toBuffer();
      const made = Object.entries(LOGO_PICTURES).map(async ([name, { side, share }]) => {
        const inner = Math.round(side * share);
        const [start, end] = [Math.floor((side - inner) / 2), Math.ceil((side - inner) / 2)];
        const background = share < 1 ? PAPER : NOTHING;
        const picture = sharp(whole)
          .timeout(timeout)
          .resize(inner, inner)
          .extend({ top: start, bottom: end, left: start, right: end, background });
        if (share < 1) picture.flatten({ background });
        return [name, await picture.png({ compressionLevel: 9 }).toBuffer()] as const;
      });
      return Object.fromEntries(await Promise.all(made));
    });
  } catch {
    return undefined;
  }
}
