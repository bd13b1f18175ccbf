import { detectPngType } from '@snug/media/png.ts';
import { EMOJI_PX, MAX_EMOJI_BYTES, MAX_EMOJI_FRAMES } from '@snug/protocol';
import type { Sharp } from 'sharp';
import { decodeInTurn, loadSharp } from './sharp.ts';

/** Of one frame, and of all frames of an animation, which are decoded at once with four bytes a pixel. */
const MAX_DECODED_PIXELS = 8_000_000;
const MAX_ANIMATED_PIXELS = 20_000_000;
const MAX_DECODING_S = 5;

const STILL_QUALITY = 90;
/** From the first to the last: quality goes before frames. The first that is small enough counts. */
const ANIMATION_STEPS = [
  { quality: 80, frames: MAX_EMOJI_FRAMES },
  { quality: 50, frames: MAX_EMOJI_FRAMES, reduced: 'quality' },
  { quality: 25, frames: MAX_EMOJI_FRAMES, reduced: 'quality' },
  { quality: 25, frames: 25, reduced: 'frames' },
  { quality: 25, frames: 12, reduced: 'frames' },
] as const;

const FRAME_MS = 100;

export interface EmojiPicture {
  webp: Buffer;
  /** The first frame of an animation. */
  still?: Buffer;
  width: number;
  height: number;
  frames: number;
  /** The last thing that it lost so that it is small enough. */
  reduced?: 'quality' | 'frames' | 'still';
}

/** Whether the bytes can be what `makeEmojiPicture` made: a small WebP, without metadata and without anything after it. */
export async function isEmojiPicture(bytes: Buffer): Promise<boolean> {
  const load = await loadSharp();
  try {
    const head = await load(bytes, { limitInputPixels: MAX_DECODED_PIXELS }).metadata();
    const { format, width, height, exif, icc, iptc, xmp } = head;
    const hasMetadata = [exif, icc, iptc, xmp].some(data => data !== undefined);
    const isSmall = Math.max(width, height) <= EMOJI_PX && bytes.byteLength <= MAX_EMOJI_BYTES;
    return format === 'webp' && isSmall && !hasMetadata && bytes.readUInt32LE(4) + 8 === bytes.byteLength;
  } catch {
    return false;
  }
}

type Load = Awaited<ReturnType<typeof loadSharp>>;

/** The whole picture as a WebP without metadata. Undefined if it is broken, too large, or takes too long. */
export async function makeEmojiPicture(bytes: Buffer): Promise<EmojiPicture | undefined> {
  const load = await loadSharp();
  try {
    return await decodeInTurn(() => make(load, bytes));
  } catch {
    return undefined;
  }
}

async function make(load: Load, bytes: Buffer): Promise<EmojiPicture> {
  // Reads no pixels.
  const head = await load(bytes, { limitInputPixels: MAX_DECODED_PIXELS }).metadata();
  const { pages = 1, width, height, delay = [], loop = 0 } = head;
  const still = await makeStill(load, bytes);
  const animation =
    pages > 1 && pages * width * height <= MAX_ANIMATED_PIXELS
      ? await makeAnimation(load, bytes, { delay, loop })
      : undefined;
  if (animation) return { ...still, ...animation, still: still.webp };
  const isAnimated = pages > 1 || detectPngType(bytes) === 'image/apng';
  return { ...still, ...(isAnimated && { reduced: 'still' }) };
}

async function makeStill(load: Load, bytes: Buffer): Promise<EmojiPicture> {
  const { data: webp, info } = await shrink(
    load(bytes, { limitInputPixels: MAX_DECODED_PIXELS }).autoOrient(),
  )
    .webp({ quality: STILL_QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { webp, width: info.width, height: info.height, frames: 1 };
}

function shrink(picture: Sharp): Sharp {
  return picture
    .timeout({ seconds: MAX_DECODING_S })
    .resize(EMOJI_PX, EMOJI_PX, { fit: 'inside', withoutEnlargement: true });
}

interface Timing {
  /** Of each frame, in ms. */
  delay: readonly number[];
  loop: number;
}

/** Undefined if it is too large with the fewest frames. */
async function makeAnimation(
  load: Load,
  bytes: Buffer,
  { delay, loop }: Timing,
): Promise<Pick<EmojiPicture, 'webp' | 'frames' | 'reduced'> | undefined> {
  const { data, info } = await shrink(load(bytes, { animated: true, limitInputPixels: MAX_ANIMATED_PIXELS }))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, channels, pageHeight = info.height, pages = 1 } = info;
  const frameBytes = width * pageHeight * channels;
  for (const step of ANIMATION_STEPS) {
    const chosen = chooseFrames(pages, delay, step.frames);
    const frames = chosen.map(({ index }) => data.subarray(index * frameBytes, (index + 1) * frameBytes));
    const raw = { width, height: pageHeight * frames.length, channels, pageHeight };
    const webp = await load(Buffer.concat(frames), { raw })
      .timeout({ seconds: MAX_DECODING_S })
      .webp({ quality: step.quality, loop, delay: chosen.map(({ ms }) => ms) })
      .toBuffer();
    const reduced = chosen.length < pages ? 'frames' : 'reduced' in step ? step.reduced : undefined;
    if (webp.byteLength <= MAX_EMOJI_BYTES)
      return { webp, frames: chosen.length, ...(reduced && { reduced }) };
  }
  return undefined;
}

/** Evenly spread. Each lasts until the next one, so that the animation takes the same time. */
function chooseFrames(
  count: number,
  delay: readonly number[],
  max: number,
): readonly { index: number; ms: number }[] {
  const starts = Array.from({ length: Math.min(count, max) }, (_, at) =>
    Math.floor((at * count) / Math.min(count, max)),
  );
  return starts.map((index, at) => {
    let ms = 0;
    for (let one = index; one < (starts[at + 1] ?? count); one++) ms += delay[one] ?? FRAME_MS;
    return { index, ms };
  });
}
