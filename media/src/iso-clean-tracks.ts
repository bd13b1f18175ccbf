import type { Box } from './iso-boxes.ts';
import type { Cleaner } from './iso-cleaner.ts';
import { readFragment } from './iso-fragments.ts';
import { readSamples } from './iso-samples.ts';
import { choosePlaces } from './iso-timed.ts';
import type { Track } from './iso-tracks.ts';
import type { Section } from './parts.ts';
import type { ListPlaces } from './timed-places.ts';

const MAX_SAMPLE_BYTES = 1024 * 1024;

export interface Movie {
  tracks: Track[];
  /** Boxes `moof`. */
  fragments: Box[];
  /** Of samples in fragments, by track. */
  defaultSizes: Map<number, number>;
  /** Boxes `mdat`. */
  data: Section[];
}

interface TimedSample extends Section {
  listPlaces: ListPlaces;
}

/** Removes positions from the samples of timed tracks. The samples of pictures and sound stay as they are. */
export async function cleanTracks(cleaner: Cleaner, movie: Movie): Promise<void> {
  const timed = new Map<number, ListPlaces>();
  for (const track of movie.tracks) {
    const listPlaces = await choosePlaces(cleaner, track);
    if (listPlaces) timed.set(track.id, listPlaces);
  }
  if (timed.size === 0) return;
  const { samples, kept } = await collectSamples(cleaner, movie, timed);
  samples.sort((a, b) => a.start - b.start);
  if (!areInside(samples, movie.data) || haveOverlap(samples, kept)) cleaner.isBroken = true;
  if (cleaner.isBroken) return;
  for (const sample of samples) await cleanSample(cleaner, sample);
}

async function cleanSample(
  { file, eraser }: Cleaner,
  { start, end, listPlaces }: TimedSample,
): Promise<void> {
  const isLarge = end - start > MAX_SAMPLE_BYTES || !eraser.spend(end - start);
  const places = isLarge ? 'all' : listPlaces(await file.read(start, end - start));
  if (places === 'all') eraser.zero({ start, end });
  else for (const place of places) eraser.blank({ start: start + place.start, end: start + place.end });
}

async function collectSamples(
  cleaner: Cleaner,
  movie: Movie,
  timed: ReadonlyMap<number, ListPlaces>,
): Promise<{ samples: TimedSample[]; kept: Section[] }> {
  const samples: TimedSample[] = [];
  const kept: Section[] = [];
  const add = (trackId: number, { start, end }: Section) => {
    const listPlaces = timed.get(trackId);
    const last = kept.at(-1);
    if (listPlaces && end > start) samples.push({ start, end, listPlaces });
    else if (listPlaces) return;
    else if (last?.end === start) last.end = end;
    else kept.push({ start, end });
  };
  for (const track of movie.tracks)
    for (const sample of await readSamples(cleaner, track)) if (!cleaner.isBroken) add(track.id, sample);
  for (const moof of movie.fragments) {
    const fragment = await readFragment(cleaner, moof, movie.defaultSizes);
    if (!fragment) cleaner.isBroken = true;
    for (const { trackId, samples } of fragment ?? []) for (const sample of samples) add(trackId, sample);
    if (cleaner.isBroken) break;
  }
  return { samples, kept };
}

/** Both sorted. */
function areInside(samples: readonly Section[], data: readonly Section[]): boolean {
  let index = 0;
  return samples.every(({ start, end }) => {
    while ((data[index]?.end ?? Infinity) < end) index++;
    const section = data[index];
    return section !== undefined && section.start <= start && end <= section.end;
  });
}

/** `samples` are sorted. */
function haveOverlap(samples: readonly Section[], kept: Section[]): boolean {
  kept.sort((a, b) => a.start - b.start);
  let index = 0;
  let keptEnd = 0;
  return samples.some(({ start, end }) => {
    for (; (kept[index]?.start ?? Infinity) < end; index++)
      keptEnd = Math.max(keptEnd, kept[index]?.end ?? 0);
    return keptEnd > start;
  });
}
