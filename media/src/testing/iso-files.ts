// Writes files of ISO/IEC 14496-12 byte by byte.

export function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

export function box(type: string, ...content: readonly Buffer[]): Buffer {
  const all = Buffer.concat(content);
  return Buffer.concat([uint32(8 + all.length), latin1(type), all]);
}

export function longBox(type: string, ...content: readonly Buffer[]): Buffer {
  const all = Buffer.concat(content);
  return Buffer.concat([uint32(1), latin1(type), uint32(0), uint32(16 + all.length), all]);
}

export function fullBox(type: string, version: number, ...content: readonly Buffer[]): Buffer {
  return box(type, Buffer.from([version, 0, 0, 0]), ...content);
}

export interface TrackContent {
  handler: string;
  codec: string;
  samples: readonly Buffer[];
  /** Of the sample description, after its head. */
  description?: Buffer;
  extra?: Buffer;
}

export interface MovieContent {
  tracks: readonly TrackContent[];
  /** In `moov`. */
  extra?: readonly Buffer[];
  /** Behind `moov`. */
  behind?: readonly Buffer[];
  isLong?: boolean;
}

export const PICTURE: TrackContent = {
  handler: 'vide',
  codec: 'avc1',
  samples: [latin1('first picture'), latin1('second')],
};
export const SOUND: TrackContent = {
  handler: 'soun',
  codec: 'mp4a',
  samples: [latin1('aa'), latin1('bbb'), latin1('c')],
};

/** The samples of all tracks take turns in one `mdat`, behind which the tables follow. */
export function movie({ tracks, extra = [], behind = [], isLong = false }: MovieContent): Buffer {
  const type = box('ftyp', latin1('isom\0\0\0\0isom'));
  const offsets = tracks.map((): number[] => []);
  const data: Buffer[] = [];
  let at = type.length + (isLong ? 16 : 8);
  for (let index = 0; index < Math.max(...tracks.map(({ samples }) => samples.length)); index++)
    for (const [track, { samples }] of tracks.entries()) {
      const sample = samples[index];
      if (!sample) continue;
      offsets[track]?.push(at);
      data.push(sample);
      at += sample.length;
    }
  const mdat = (isLong ? longBox : box)('mdat', ...data);
  const traks = tracks.map((track, index) => createTrack(track, index + 1, offsets[index] ?? [], isLong));
  return Buffer.concat([
    type,
    mdat,
    box('moov', fullBox('mvhd', 0, Buffer.alloc(96)), ...traks, ...extra),
    ...behind,
  ]);
}

export function fragmentedMovie({ tracks, extra = [] }: MovieContent): Buffer {
  const traks = tracks.map((track, index) => createTrack({ ...track, samples: [] }, index + 1, [], false));
  const extensions = tracks.map((_, index) => fullBox('trex', 0, uint32(index + 1), Buffer.alloc(16)));
  const start = [
    box('ftyp', latin1('iso6\0\0\0\0iso6')),
    box('moov', ...traks, box('mvex', ...extensions), ...extra),
  ];
  return Buffer.concat([...start, ...createFragment(tracks, 0), ...createFragment(tracks, 1)]);
}

/** Of the samples with an even or odd index. */
function createFragment(tracks: readonly TrackContent[], rest: number): Buffer[] {
  const runs = tracks.map(({ samples }) => samples.filter((_, index) => index % 2 === rest));
  const build = (dataAt: number) => {
    let at = dataAt;
    return box(
      'moof',
      fullBox('mfhd', 0, uint32(1)),
      ...runs.map((samples, index) => {
        const offset = at;
        at += Buffer.concat(samples).length;
        const head = box('tfhd', Buffer.from([0, 2, 0, 0]), uint32(index + 1));
        const sizes = samples.map(sample => uint32(sample.length));
        return box(
          'traf',
          head,
          box('trun', Buffer.from([0, 0, 2, 1]), uint32(samples.length), uint32(offset), ...sizes),
        );
      }),
    );
  };
  return [build(build(0).length + 8), box('mdat', ...runs.flat())];
}

function createTrack(
  { handler, codec, samples, description = Buffer.alloc(0), extra = Buffer.alloc(0) }: TrackContent,
  id: number,
  offsets: readonly number[],
  isLong: boolean,
): Buffer {
  const header = Buffer.alloc(80);
  header.writeUInt32BE(id, 8);
  if (handler === 'vide') for (const at of [72, 76]) header.writeUInt32BE(64 * 65_536, at);
  const entry = box(codec, Buffer.alloc(6), uint16(1), description);
  const places = offsets.map(offset =>
    isLong ? Buffer.concat([uint32(0), uint32(offset)]) : uint32(offset),
  );
  const table = box(
    'stbl',
    fullBox('stsd', 0, uint32(1), entry),
    fullBox('stsc', 0, uint32(1), uint32(1), uint32(1), uint32(1)),
    fullBox('stsz', 0, uint32(0), uint32(samples.length), ...samples.map(({ length }) => uint32(length))),
    fullBox(isLong ? 'co64' : 'stco', 0, uint32(offsets.length), ...places),
  );
  const media = box(
    'mdia',
    fullBox('hdlr', 0, uint32(0), latin1(handler), Buffer.alloc(13)),
    box('minf', table),
  );
  return box('trak', fullBox('tkhd', 0, header), media, extra);
}
