import type { ByteReader, PixelSize } from './byte-reader.ts';
import { readElement, readUnsigned } from './ebml.ts';

/** In front of the tracks, real files have some ten. Each costs a read. */
const MAX_ELEMENTS = 2_000;

/** Ids of Matroska (RFC 9559). */
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const VIDEO = 0xe0;
const TRACK_TYPE = 0x83;
const CONTAINERS = new Set([SEGMENT, TRACKS, TRACK, VIDEO]);

const NUMBERS = new Map([
  [0xb0, 'pixelWidth'],
  [0xba, 'pixelHeight'],
  [0x54b0, 'displayWidth'],
  [0x54ba, 'displayHeight'],
  [0x54b2, 'displayUnit'],
]);

/** Of WebM and Matroska: the size of the first video track. */
export async function measureWebm(file: ByteReader): Promise<PixelSize | undefined> {
  const found: Record<string, number> = {};
  for await (const { id, value } of listTrackNumbers(file)) {
    const name = NUMBERS.get(id);
    if (id === TRACK && found.pixelHeight) break;
    if (name) found[name] = await value();
  }
  const { pixelWidth = 0, pixelHeight = 0, displayUnit = 0 } = found;
  // Units other than pixels are no sizes.
  const { displayWidth = pixelWidth, displayHeight = pixelHeight } = displayUnit === 0 ? found : {};
  return { width: displayWidth, height: displayHeight };
}

/** Which kinds of tracks a file has. A cover is an attachment, no track. Undefined if it has neither. */
export async function detectWebmKind(file: ByteReader): Promise<'picture' | 'sound' | undefined> {
  const types = new Set<number>();
  for await (const { id, value } of listTrackNumbers(file)) if (id === TRACK_TYPE) types.add(await value());
  if (types.has(1)) return 'picture';
  return types.has(2) ? 'sound' : undefined;
}

/** The elements in front of the pictures, and those that describe tracks. */
async function* listTrackNumbers(
  file: ByteReader,
): AsyncGenerator<{ id: number; value: () => Promise<number> }> {
  let at = 0;
  for (let elements = 0; elements < MAX_ELEMENTS; elements++) {
    const element = await readElement(file, at);
    // The tracks come before the pictures.
    if (!element || element.id === CLUSTER) return;
    yield { id: element.id, value: () => readUnsigned(file, element) };
    if (CONTAINERS.has(element.id)) at = element.start;
    else if (element.end === undefined) return;
    else at = element.end;
  }
}
