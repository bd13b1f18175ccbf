import { decodeLatin1, viewBytes } from './bytes.ts';
import { type Box, listBoxes, type Walk } from './iso-boxes.ts';
import type { Track } from './iso-tracks.ts';
import { isPlaceName } from './place-name.ts';
import {
  createKeyedPlaces,
  type ListPlaces,
  listAll,
  listCammPlaces,
  listGpmfPlaces,
  listTextPlaces,
} from './timed-places.ts';

const MAX_KEY_BYTES = 1_000;
/** Tracks of other handlers can be pictures or sound of a kind that only players know. */
const METADATA_HANDLERS = new Set(['meta', 'camm', 'data', 'gps ', 'GPS ', 'gpsd', 'nrtm']);
const TEXT_HANDLERS = new Set(['text', 'sbtl', 'subt', 'clcp']);
/** Frames that a GoPro skipped; the exposure of Canon's raw video. */
const KEPT_CODECS = new Set(['fdsc', 'ctmd', 'tmcd']);

/** How to find places in the samples of a track. Undefined if it has none. Unknown metadata may be one. */
export async function choosePlaces(walk: Walk, { handler, boxes }: Track): Promise<ListPlaces | undefined> {
  if (TEXT_HANDLERS.has(handler)) return listTextPlaces;
  if (!METADATA_HANDLERS.has(handler)) return undefined;
  const description = boxes.get('stsd');
  if (!description) return undefined;
  const entries: Box[] = [];
  for await (const entry of listBoxes(walk, { ...description, start: description.start + 8 }))
    entries.push(entry);
  const codecs = new Set(entries.map(({ type }) => type).filter(type => !KEPT_CODECS.has(type)));
  if (codecs.size > 1) return listAll;
  const [codec] = codecs;
  return codec === undefined ? undefined : chooseByCodec(walk, codec, entries);
}

async function chooseByCodec(
  walk: Walk,
  codec: string,
  entries: readonly Box[],
): Promise<ListPlaces | undefined> {
  if (codec === 'gpmd') return listGpmfPlaces;
  if (codec === 'camm') return listCammPlaces;
  if (codec === 'tx3g' || codec === 'text') return listTextPlaces;
  if (codec !== 'mebx') return listAll;
  const places = await readPlaceKeys(walk, entries);
  return places.size > 0 ? createKeyedPlaces(places) : undefined;
}

/** The numbers of keys with a place: `keys` has a box for each, whose type is the number, with its name in `keyd`. */
async function readPlaceKeys(walk: Walk, entries: readonly Box[]): Promise<Set<number>> {
  const places = new Set<number>();
  for (const entry of entries)
    for await (const keys of listBoxes(walk, { ...entry, start: entry.start + 8 }))
      if (keys.type === 'keys')
        for await (const key of listBoxes(walk, keys))
          if (isPlaceName(await readName(walk, key))) places.add(toNumber(key.type));
  return places;
}

async function readName(walk: Walk, key: Box): Promise<string> {
  for await (const { type, start, end } of listBoxes(walk, key))
    if (type === 'keyd')
      return decodeLatin1(await walk.file.read(start + 4, Math.min(end - start - 4, MAX_KEY_BYTES)));
  return '';
}

function toNumber(type: string): number {
  return viewBytes(Uint8Array.from(type, letter => letter.charCodeAt(0))).getUint32(0);
}
