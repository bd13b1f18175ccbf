/** Largest picture that is decoded here or shown in a browser, in px: more is an attack on memory. */
const MAX_PIXELS = 32_000_000;

/** What opens a picture inside the library; all its other formats have had more holes than use. */
const DECODERS = [
  'VipsForeignLoadPng',
  'VipsForeignLoadJpeg',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadWebp',
  'VipsForeignLoadHeif',
];

/** In px, as it is shown: turned as its EXIF data says. Undefined for what is broken, or too large to be shown. */
export async function measurePicture(
  bytes: Uint8Array,
): Promise<{ width: number; height: number } | undefined> {
  const sharp = await loadSharp();
  try {
    const { format, autoOrient } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
    if (format === 'gif' && countGifScreenPixels(bytes) > MAX_PIXELS) return undefined;
    return autoOrient;
  } catch {
    return undefined;
  }
}

/** In px, what a GIF says of its screen: browsers make room for that, and the library looks at its frames alone. */
function countGifScreenPixels(bytes: Uint8Array): number {
  const head = Buffer.from(bytes.subarray(0, 10));
  return head.readUInt16LE(6) * head.readUInt16LE(8);
}

/** How a picture's EXIF data say that it is turned, 1 to 8; 1 (upright) where they do not, or it is broken. */
export async function readOrientation(bytes: Uint8Array): Promise<number> {
  const sharp = await loadSharp();
  try {
    return (await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()).orientation ?? 1;
  } catch {
    return 1;
  }
}

const AVATAR_PX = 200;

/** Beside the library's own: larger ones only take time. */
const MAX_AVATAR_PIXELS = 8_000_000;
const MAX_AVATAR_S = 5;

/** The middle of a picture as a square PNG, with nothing of what else the file said. Undefined for what is broken,
 * too large, or takes too long. */
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

// Loaded on first use: it takes longer than all the rest of a start. Once, because other pictures cannot be opened between
// `block` and `unblock`.
function loadSharp(): ReturnType<typeof load> {
  sharpPromise ??= load();
  return sharpPromise;
}

async function load() {
  const { default: sharp } = await import('sharp');
  // It keeps up to 50 MB of what it decoded, and nobody asks for the same again.
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: DECODERS });
  return sharp;
}
