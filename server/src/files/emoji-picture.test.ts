import { EMOJI_PX, MAX_EMOJI_BYTES, MAX_EMOJI_FRAMES } from '@snug/protocol';
import { IS_WIDE, sampleRuns } from '@snug/testkit/test-scope.ts';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeEmojiPicture } from './emoji-picture.ts';

interface Animation {
  width: number;
  height: number;
  frames: number;
  /** Of each frame, in ms. */
  delay?: number[];
  /** Colours that hardly compress, in place of one colour a frame. */
  noisy?: boolean;
}

/** Linear congruential, so that a failure repeats. */
function createNoise(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

function createFrames({ width, height, frames, noisy = false }: Animation): Buffer {
  const frameBytes = width * height * 3;
  if (noisy) return createNoise(frameBytes * frames);
  return Buffer.concat(
    Array.from({ length: frames }, (_, index) => Buffer.alloc(frameBytes, (index * 37) % 256)),
  );
}

function createAnimation(animation: Animation) {
  const { width, height, frames, delay } = animation;
  const raw = { width, height: height * frames, channels: 3 as const, pageHeight: height };
  const picture = sharp(createFrames(animation), { raw });
  const timing = { ...(delay && { delay }), loop: 0 };
  // The quality of the pixels does not matter.
  const gif = { ...timing, effort: 1, dither: 0 };
  return { gif: () => picture.gif(gif).toBuffer(), webp: () => picture.webp(timing).toBuffer() };
}

function createPicture(width: number, height: number) {
  return sharp(createNoise(width * height * 3), { raw: { width, height, channels: 3 } });
}

test('CE2 a PNG, GIF, WebP or JPEG becomes a WebP of at most 96 px, whole and never enlarged', async () => {
  for (const format of ['png', 'gif', 'webp', 'jpeg'] as const)
    for (const [size, shown] of [
      [[300, 150], { width: EMOJI_PX, height: 48 }],
      [[20, 31], { width: 20, height: 31 }],
      [[1, 2_000], { width: 1, height: EMOJI_PX }],
    ] as const) {
      const made = await makeEmojiPicture(await createPicture(size[0], size[1]).toFormat(format).toBuffer());
      expect(made).toMatchObject({ ...shown, frames: 1 });
      expect(made).not.toHaveProperty('still');
      expect(made).not.toHaveProperty('reduced');
      expect(made?.webp.byteLength).toBeLessThanOrEqual(MAX_EMOJI_BYTES);
      const { format: madeFormat, exif, icc, xmp } = await sharp(made?.webp).metadata();
      expect([madeFormat, exif, icc, xmp]).toEqual(['webp', undefined, undefined, undefined]);
    }
});

test('CE2 an animation keeps its frames, their times and a still picture beside it', async () => {
  const delay = [40, 250, 80, 120];
  for (const format of ['gif', 'webp'] as const) {
    const animation = createAnimation({ width: 120, height: 60, frames: 4, delay });
    const made = await makeEmojiPicture(await animation[format]());
    expect(made).toMatchObject({ width: EMOJI_PX, height: 48, frames: 4 });
    expect(made).not.toHaveProperty('reduced');
    const { pages, delay: madeDelay, loop } = await sharp(made?.webp).metadata();
    expect([pages, madeDelay, loop]).toEqual([4, delay, 0]);
    expect(await sharp(made?.still).metadata()).toMatchObject({
      width: EMOJI_PX,
      height: 48,
      format: 'webp',
    });
    expect((await sharp(made?.still).metadata()).pages ?? 1).toBe(1);
  }
});

test('CE2 an animation with too many frames keeps some of them, and takes the same time', async () => {
  const frames = 131;
  const delay = Array.from({ length: frames }, (_, index) => 20 + 10 * (index % 7));
  const made = await makeEmojiPicture(await createAnimation({ width: 16, height: 16, frames, delay }).gif());
  expect(made).toMatchObject({ frames: MAX_EMOJI_FRAMES, reduced: 'frames' });
  const { delay: madeDelay = [] } = await sharp(made?.webp).metadata();
  const sum = (times: readonly number[]) => times.reduce((all, one) => all + one, 0);
  expect(sum(madeDelay)).toBe(sum(delay));
});

test('CE2 an animation loses quality first, then frames, and stands still if even that is too large', async () => {
  const make = async (animation: Animation) => makeEmojiPicture(await createAnimation(animation).webp());
  const outcomes = [];
  for (const frames of [4, 8, 24, 48]) {
    const made = await make({ width: EMOJI_PX, height: EMOJI_PX, frames, noisy: true });
    expect(made?.webp.byteLength).toBeLessThanOrEqual(MAX_EMOJI_BYTES);
    outcomes.push(made?.reduced);
  }
  const order = [undefined, 'quality', 'frames', 'still'];
  const ranks = outcomes.map(outcome => order.indexOf(outcome));
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  expect(new Set(ranks).size).toBeGreaterThan(1);
});

test('CE2 of thousands of frames, 50 are left, and frames that are too large together stand still', async () => {
  const many = await createAnimation({ width: 8, height: 8, frames: IS_WIDE ? 10_000 : 1_000 }).gif();
  expect(await makeEmojiPicture(many)).toMatchObject({ width: 8, height: 8, frames: 50, reduced: 'frames' });
  const large = await createAnimation({ width: 1_500, height: 1_500, frames: 10 }).gif();
  expect(await makeEmojiPicture(large)).toMatchObject({ frames: 1, reduced: 'still' });
});

test('CE2 bombs, SVG, other formats and broken pictures are no emoji', async () => {
  const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const whole = await createPicture(200, 200).png().toBuffer();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const tiff = await createPicture(20, 20).tiff().toBuffer();
  for (const bytes of [
    bomb,
    whole.subarray(0, 40),
    Buffer.from(svg),
    tiff,
    Buffer.from('GIF89a'),
    Buffer.alloc(0),
  ])
    expect(await makeEmojiPicture(bytes)).toBeUndefined();
});

test('CE2 nothing that a picture carries beside its pixels stays', async () => {
  const script = Buffer.from('<script>alert("polyglot")</script>PK\u0003\u0004');
  const png = await createPicture(30, 30)
    .withMetadata({ exif: { IFD0: { Artist: 'polyglot' } } })
    .png()
    .toBuffer();
  const gif = await createAnimation({ width: 30, height: 30, frames: 3 }).gif();
  for (const bytes of [png, gif]) {
    const made = await makeEmojiPicture(Buffer.concat([bytes, script]));
    for (const part of [made?.webp, made?.still]) expect(part?.includes('polyglot') ?? false).toBe(false);
    expect(made?.frames).toBe(bytes === gif ? 3 : 1);
  }
});

test('CE2 damaged pictures give a bounded picture or none', async () => {
  const gif = await createAnimation({ width: 40, height: 40, frames: 6, noisy: true }).gif();
  const webp = await createAnimation({ width: 40, height: 40, frames: 6 }).webp();
  const damage = fc.record({
    source: fc.constantFrom(gif, webp),
    places: fc.array(fc.tuple(fc.nat({ max: 2_000 }), fc.nat({ max: 255 })), { maxLength: 8 }),
    end: fc.nat({ max: 4_000 }),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ source, places, end }) => {
      const bytes = Buffer.from(source.subarray(0, Math.max(20, source.byteLength - end)));
      for (const [at, value] of places) bytes[at % bytes.byteLength] = value;
      const made = await makeEmojiPicture(bytes);
      if (!made) return;
      expect(Math.max(made.width, made.height)).toBeLessThanOrEqual(EMOJI_PX);
      expect(made.webp.byteLength).toBeLessThanOrEqual(MAX_EMOJI_BYTES);
      expect(made.frames).toBeLessThanOrEqual(MAX_EMOJI_FRAMES);
    }),
    { numRuns: sampleRuns(40) },
  );
});
