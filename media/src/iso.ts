import type { ByteReader, PixelSize } from './byte-reader.ts';
import { listBoxes } from './iso-boxes.ts';
import { hasPicture, hasSound, readTrack, type Track } from './iso-tracks.ts';

/** Real files have some hundred. Each costs a read. */
const MAX_BOXES = 2_000;
/** Those have a size, too, that of subtitles. */
const OTHER_HANDLERS = new Set(['text', 'sbtl', 'subt', 'clcp', 'meta', 'tmcd']);

/** Of MP4 and QuickTime (ISO/IEC 14496-12): the size of the first track with one, after its rotation. */
export async function measureMp4(file: ByteReader): Promise<PixelSize | undefined> {
  for await (const { size, handler } of listTracks(file))
    if (size && !OTHER_HANDLERS.has(handler)) return size;
  return undefined;
}

/** Which kinds of tracks a file has; its brand is no proof. `undefined`: neither, or it cannot be read. */
export async function detectMp4Kind(file: ByteReader): Promise<'picture' | 'sound' | undefined> {
  const tracks: Track[] = [];
  for await (const track of listTracks(file)) tracks.push(track);
  if (hasPicture(tracks)) return 'picture';
  return hasSound(tracks) ? 'sound' : undefined;
}

async function* listTracks(file: ByteReader): AsyncGenerator<Track> {
  const walk = { file, boxesLeft: MAX_BOXES };
  for await (const movie of listBoxes(walk, { start: 0, end: file.size })) {
    if (movie.type !== 'moov') continue;
    for await (const box of listBoxes(walk, movie)) if (box.type === 'trak') yield await readTrack(walk, box);
  }
}
