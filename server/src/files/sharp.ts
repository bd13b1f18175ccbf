/** The only enabled decoders of the library: each further format is a further risk. */
const DECODERS = [
  'VipsForeignLoadPng',
  'VipsForeignLoadJpeg',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadWebp',
  'VipsForeignLoadHeif',
];

let lastDecoding: Promise<unknown> = Promise.resolve();

/** One picture at a time, in the order of the calls. Its callers bound their number. */
export async function decodeInTurn<Result>(decode: () => Promise<Result>): Promise<Result> {
  const before = lastDecoding;
  const { promise, resolve } = Promise.withResolvers<void>();
  lastDecoding = promise;
  await before;
  try {
    return await decode();
  } finally {
    resolve();
  }
}

let sharpPromise: ReturnType<typeof load> | undefined;

// Loaded on first use, because it takes longer than the rest of the start.
export function loadSharp(): ReturnType<typeof load> {
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
