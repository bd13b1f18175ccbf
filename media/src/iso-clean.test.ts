import { sampleRuns } from '@snug/testkit/test-scope.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanBytes } from './testing/clean-bytes.ts';
import { damagedFiles } from './testing/damaged-files.ts';
import {
  box,
  fragmentedMovie,
  fullBox,
  latin1,
  longBox,
  movie,
  PICTURE,
  SOUND,
  type TrackContent,
  uint16,
  uint32,
} from './testing/iso-files.ts';

const PLACE = '+51.5007-000.1246';
const NAME = 'Home of Ann';
const XMP = `<x:xmpmeta><rdf:RDF><rdf:Description exif:GPSLatitude="${PLACE}" photoshop:City="${NAME}" xmp:Rating="5"/></rdf:RDF></x:xmpmeta>`;
function tiffEntry(tag: number, type: number, count: number, value: number): Buffer {
  return Buffer.concat([uint16(tag), uint16(type), uint32(count), uint32(value)]);
}

/** A directory with an orientation, and one of GPS with a latitude of three fractions. */
const TIFF = Buffer.concat([
  latin1('MM\0*\0\0\0\x08\0\x02'),
  tiffEntry(0x112, 3, 1, 6 * 65_536),
  tiffEntry(0x8825, 4, 1, 38),
  uint32(0),
  uint16(1),
  tiffEntry(2, 5, 3, 56),
  uint32(0),
  latin1(`${PLACE}       `),
]);
const EXIF = Buffer.concat([uint32(6), latin1('Exif\0\0'), TIFF]);
const UUID_OF_XMP = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
const UUID_OF_CANON = Buffer.from('85c0b687820f11e08111f4ce462b6a48', 'hex');

const text = (words: string) =>
  Buffer.concat([uint16(Buffer.byteLength(words)), uint16(0x55c4), Buffer.from(words)]);
const value = (words: string) => box('data', uint32(1), uint32(0), Buffer.from(words));
const handler = (type: string) => fullBox('hdlr', 0, uint32(0), latin1(type), Buffer.alloc(13));
const key = (name: string) => Buffer.concat([uint32(8 + name.length), latin1(`mdta${name}`)]);
const item = (index: number, words: string) => box(uint32(index).toString('latin1'), value(words));

function keyed(names: string[]): Buffer {
  return box(
    'meta',
    handler('mdta'),
    fullBox('keys', 0, uint32(names.length), ...names.map(key)),
    box('ilst', ...names.map((_, index) => item(index + 1, `${PLACE} ${NAME}`))),
  );
}

const own = (name: string, words: string) =>
  box('----', fullBox('mean', 0, latin1('com.example')), fullBox('name', 0, latin1(name)), value(words));
const tags = (...items: Buffer[]) => box('udta', fullBox('meta', 0, handler('mdir'), box('ilst', ...items)));

const FIELDS: [description: string, extra: Buffer][] = [
  ['position of QuickTime', box('udta', box('©xyz', text(`${PLACE}/`)), uint32(0))],
  ['position of 3GPP', box('udta', fullBox('loci', 0, uint16(0x15c7), latin1(`${NAME}\0\0${PLACE}\0`)))],
  ['comment', box('udta', box('©cmt', text(NAME)))],
  ['title with a position', box('udta', box('©nam', text(`Lunch at 51.5007, -0.1246`)))],
  ['settings of a GoPro', box('udta', box('GPMF', latin1(NAME)))],
  ['entries by key', keyed(['com.apple.quicktime.location.ISO6709', 'com.apple.quicktime.location.name'])],
  ['entries by key in user data', box('udta', keyed(['location-eng', 'com.example.GPSNote']))],
  ['own entry', tags(own('RECORDING_LOCATION', NAME))],
  ['description in a list', tags(box('desc', value(NAME)), box('©cmt', value(NAME)))],
  ['title with a position in a list', tags(box('©nam', value('51°30\'02.5"N 0°07\'28.6"W')))],
  ['XMP in user data', box('udta', box('XMP_', latin1(XMP)))],
  ['XMP', box('uuid', UUID_OF_XMP, latin1(XMP))],
  ['raw data of a camera', box('uuid', UUID_OF_CANON, box('CMT4', TIFF))],
  ['EXIF of a thumbnail', box('udta', box('thmb', latin1('....'), latin1('Exif\0\0'), TIFF))],
  ['XML of a camera', fullBox('meta', 0, handler('nrtm'), box('xml ', latin1(XMP)))],
  ['long box', longBox('udta', longBox('©xyz', text(`${PLACE}/`)))],
  [
    'unknown box with the sentence of a receiver',
    box('free', latin1(`....$GPRMC,123519,A,5130.04,N,00007.47,W,${PLACE}\r\n`)),
  ],
];

const SECRETS = [PLACE, NAME, '51.5007', '0.1246', '51°30', '5130.04'].map(words => Buffer.from(words));

function hasSecret(bytes: Buffer): boolean {
  return SECRETS.some(
    secret => bytes.includes(secret) || bytes.includes(Buffer.from(secret.toString(), 'latin1')),
  );
}

async function clean(bytes: Buffer): Promise<Buffer> {
  const cleaned = await cleanBytes(bytes);
  if (!(cleaned instanceof Uint8Array)) throw new Error(String(cleaned));
  expect(cleaned).toHaveLength(bytes.length);
  const again = await cleanBytes(cleaned);
  expect(again, 'nothing is left to remove').toEqual(cleaned);
  return Buffer.from(cleaned);
}

/** What may not change: everything but these bytes, wherever they are. */
function mask(bytes: Buffer, extra: Buffer): string {
  return bytes.toString('latin1').split(extra.toString('latin1')).join('\0');
}

test.each(FIELDS)('F7 the %s leaves a video, and all other bytes stay', async (_description, extra) => {
  for (const bytes of [
    movie({ tracks: [PICTURE, SOUND], extra: [extra] }),
    movie({ tracks: [PICTURE, { ...SOUND, extra }], isLong: true }),
    movie({ tracks: [SOUND], behind: [extra] }),
    fragmentedMovie({ tracks: [PICTURE, SOUND], extra: [extra] }),
    Buffer.concat([movie({ tracks: [PICTURE] }), box('moof', box('traf', extra))]),
    Buffer.concat([box('ftyp', latin1('qt  ')), extra, box('moov', extra), box('moov', box('udta'))]),
  ]) {
    expect(hasSecret(bytes)).toBe(true);
    const cleaned = await clean(bytes);
    expect(hasSecret(cleaned)).toBe(false);
    const at = bytes.indexOf(extra);
    const changed = cleaned.subarray(at, at + extra.length);
    expect(mask(cleaned, changed)).toEqual(mask(bytes, extra));
  }
});

test('F7 other fields of a video stay', async () => {
  const kept = [
    box('udta', box('©nam', text('My day')), box('©day', text('2026')), box('©mak', text('Camera'))),
    tags(box('©nam', value('A song')), box('©ART', value('Ann')), own('iTunSMPB', ' 00000000 00000840')),
    box('uuid', Buffer.alloc(16, 7), latin1('something else')),
    box('skip', latin1('later: 15.20, 12.30')),
  ];
  const muxed: TrackContent = { handler: 'MPEG', codec: 'MPEG', samples: [latin1('pictures and sound')] };
  for (const tracks of [[PICTURE, SOUND], [muxed], [{ ...PICTURE, handler: 'abcd' }, SOUND]]) {
    const bytes = movie({ tracks, extra: kept });
    expect(await clean(bytes)).toEqual(bytes);
  }
});

/** Of GoPro: key, type, size of a value, number of values, values in steps of 4 bytes. */
const gpmf = (key: string, type: string, ...content: Buffer[]) => {
  const all = Buffer.concat(content);
  const padded = Buffer.concat([all, Buffer.alloc((4 - (all.length % 4)) % 4)]);
  return Buffer.concat([latin1(key + type), Buffer.from([1]), uint16(all.length), padded]);
};
const GOPRO = gpmf(
  'DEVC',
  '\0',
  gpmf('STRM', '\0', gpmf('STNM', 'c', latin1('Gyro')), gpmf('GYRO', 's', latin1('keep the gyro'))),
  gpmf('STRM', '\0', gpmf('GPS5', 'l', latin1(PLACE)), gpmf('GPSU', 'U', latin1(NAME))),
);
const camm = (type: number, words: string) => Buffer.concat([Buffer.from([0, 0, type, 0]), latin1(words)]);
const APPLE_KEYS = box(
  'keys',
  ...['com.apple.quicktime.location.ISO6709', 'com.apple.quicktime.video-orientation'].map((name, index) =>
    box(
      uint32(index + 1).toString('latin1'),
      box('keyd', latin1(`mdta${name}`)),
      box('dtyp', uint32(0), uint32(1)),
    ),
  ),
);
const apple = (id: number, words: string) => box(uint32(id).toString('latin1'), latin1(words));

const TIMED: [description: string, track: TrackContent, kept: string[]][] = [
  ['GoPro', { handler: 'meta', codec: 'gpmd', samples: [GOPRO, GOPRO] }, ['keep the gyro', 'STNM']],
  [
    'CAMM',
    { handler: 'camm', codec: 'camm', samples: [camm(2, 'keep'), camm(5, PLACE), camm(6, NAME)] },
    ['keep'],
  ],
  [
    'Apple',
    {
      handler: 'meta',
      codec: 'mebx',
      description: APPLE_KEYS,
      samples: [Buffer.concat([apple(2, 'upright'), apple(1, PLACE)]), apple(1, NAME)],
    },
    ['upright'],
  ],
  [
    'subtitles',
    {
      handler: 'sbtl',
      codec: 'tx3g',
      samples: [
        Buffer.concat([uint16(40), latin1('ISO 100, latitude: 51.5007, GPS(51.5007,-0.1246,3)')]),
        latin1('Hello'),
      ],
    },
    ['ISO 100', 'Hello'],
  ],
  [
    'an unknown kind of metadata',
    { handler: 'meta', codec: 'djmd', samples: [latin1(NAME), latin1(PLACE)] },
    [],
  ],
  [
    'damaged samples of GoPro',
    { handler: 'meta', codec: 'gpmd', samples: [Buffer.concat([GOPRO.subarray(0, 60), latin1(NAME)])] },
    [],
  ],
];

test.each(TIMED)(
  'F7 timed positions of %s leave, and samples of pictures and sound stay',
  async (_kind, track, kept) => {
    for (const bytes of [
      movie({ tracks: [PICTURE, track, SOUND] }),
      movie({ tracks: [track, SOUND, PICTURE], isLong: true }),
      fragmentedMovie({ tracks: [PICTURE, SOUND, track] }),
    ]) {
      expect(hasSecret(bytes)).toBe(true);
      const cleaned = await clean(bytes);
      expect(hasSecret(cleaned)).toBe(false);
      for (const words of [...kept, ...[PICTURE, SOUND].flatMap(({ samples }) => samples.map(String))])
        expect(cleaned.includes(words, 0, 'latin1')).toBe(true);
      const first = Math.min(...track.samples.map(sample => bytes.indexOf(sample)));
      expect(cleaned.subarray(0, first)).toEqual(bytes.subarray(0, first));
      const last = Math.max(...track.samples.map(sample => bytes.lastIndexOf(sample) + sample.length));
      expect(cleaned.subarray(last)).toEqual(bytes.subarray(last));
    }
  },
);

interface PhotoItem {
  type: string;
  content: Buffer;
  contentType?: string;
  encoding?: string;
}

function photo(items: PhotoItem[], { isInBox = false, extents = 1 } = {}): Buffer {
  const entries = items.map(({ type, contentType = '', encoding = '' }, index) =>
    fullBox(
      'infe',
      2,
      uint16(index + 1),
      uint16(0),
      latin1(`${type}\0`),
      latin1(type === 'mime' ? `${contentType}\0${encoding}\0` : ''),
    ),
  );
  const build = (dataAt: number) => {
    let at = dataAt;
    const places = items.map(({ content }, index) => {
      const size = Math.ceil(content.length / extents);
      const parts = Array.from(
        { length: extents },
        (_, part) => [part * size, Math.min(content.length, (part + 1) * size)] as const,
      );
      const sections = parts.map(([start, end]) => Buffer.concat([uint32(at + start), uint32(end - start)]));
      at += content.length;
      return Buffer.concat([
        uint16(index + 1),
        uint16(isInBox ? 1 : 0),
        uint16(0),
        uint16(extents),
        ...sections,
      ]);
    });
    return fullBox(
      'meta',
      0,
      handler('pict'),
      fullBox('iinf', 0, uint16(items.length), ...entries),
      fullBox('iloc', 1, Buffer.from([0x44, 0]), uint16(items.length), ...places),
      ...(isInBox ? [box('idat', ...items.map(({ content }) => content))] : []),
    );
  };
  const type = box('ftyp', latin1('heic\0\0\0\0mif1heic'));
  if (isInBox) return Buffer.concat([type, build(0)]);
  const meta = build(type.length + build(0).length + 8);
  return Buffer.concat([type, meta, box('mdat', ...items.map(({ content }) => content))]);
}

const PIXELS: PhotoItem = { type: 'hvc1', content: latin1('the pixels of the photo') };
const DEPTH = '<x:xmpmeta><rdf:Description HDRGainMap:HDRGainMapVersion="65536"/></x:xmpmeta>';

test('F7 the place leaves the items of a HEIC or AVIF photo, and all other bytes stay', async () => {
  const items: PhotoItem[] = [
    { type: 'Exif', content: EXIF },
    PIXELS,
    { type: 'mime', contentType: 'application/rdf+xml', content: latin1(XMP) },
    { type: 'mime', contentType: 'application/rdf+xml', content: latin1(DEPTH) },
    { type: 'mime', contentType: 'application/rdf+xml', encoding: 'deflate', content: latin1(NAME) },
    { type: 'mime', contentType: 'text/plain', content: latin1(`Where: 51.5007,-0.1246`) },
  ];
  for (const options of [{}, { extents: 3 }, { isInBox: true }, { isInBox: true, extents: 2 }]) {
    const bytes = photo(items, options);
    expect(hasSecret(bytes)).toBe(true);
    const cleaned = await clean(bytes);
    expect(hasSecret(cleaned)).toBe(false);
    for (const kept of [PIXELS.content, latin1(DEPTH), latin1('xmp:Rating="5"'), TIFF.subarray(10, 20)])
      expect(cleaned.includes(kept)).toBe(true);
    const data = bytes.indexOf(EXIF);
    expect(cleaned.subarray(0, data)).toEqual(bytes.subarray(0, data));
  }
});

test('F7 EXIF that cannot be read leaves a photo as a whole', async () => {
  const cleaned = await clean(photo([PIXELS, { type: 'Exif', content: latin1(`....${NAME}`) }]));
  expect([hasSecret(cleaned), cleaned.includes(PIXELS.content)]).toEqual([false, true]);
});

test('F7 the film in a photo that moves loses its place, too', async () => {
  const film = movie({ tracks: [PICTURE], extra: [box('udta', box('©xyz', text(PLACE)))] });
  const bytes = Buffer.concat([photo([PIXELS]), box('mpvd', film)]);
  const cleaned = await clean(bytes);
  expect(hasSecret(cleaned)).toBe(false);
  expect(cleaned.includes(latin1('first picture'))).toBe(true);
});

const LOCATED = movie({ tracks: [PICTURE, SOUND], extra: [box('udta', box('©xyz', text(PLACE)))] });

test.each<[string, Buffer]>([
  ['its header is compressed', box('moov', box('cmov', latin1('x')))],
  ['its tracks have impossible boxes', box('moov', box('trak', uint32(4), latin1('tkhd')))],
  [
    'something else follows its boxes',
    Buffer.concat([LOCATED, Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])]),
  ],
  ['a trailer of a camera follows', Buffer.concat([LOCATED, latin1('8db42d694ccc418790edff439fe026bf')])],
  [
    'metadata claims the samples of pictures',
    movie({ tracks: [PICTURE, { ...SOUND, handler: 'meta', codec: 'djmd' }] }),
  ],
  [
    'metadata claims other boxes',
    movie({ tracks: [PICTURE, { handler: 'meta', codec: 'djmd', samples: [latin1(NAME)] }] }),
  ],
  [
    'its boxes nest without end',
    Array.from({ length: 30 }).reduce<Buffer>(inner => box('moov', inner), box('free')),
  ],
  ['an item is in another item', photo([{ type: 'Exif', content: EXIF }])],
])('F7 a file cannot be cleaned if %s', async (reason, bytes) => {
  const sample = Buffer.from(bytes);
  // The chunk offsets of the second track become those of the first, or lead to the beginning.
  const offsets = sample.lastIndexOf('stco') + 12;
  const first = sample.indexOf('stco') + 12;
  if (reason.includes('claims'))
    sample.writeUInt32BE(reason.includes('pictures') ? sample.readUInt32BE(first) : 8, offsets);
  if (reason.includes('item')) sample.writeUInt16BE(2, sample.indexOf('iloc') + 14);
  expect(
    await cleanBytes(
      Buffer.concat(
        [box('ftyp', latin1('isom')), sample].slice(
          reason.includes('box') || reason.includes('header') ? 0 : 1,
        ),
      ),
    ),
  ).toBe('uncleanable');
});

test('F7 a video that was cut is cleaned as far as it goes', async () => {
  const start = Buffer.concat([
    box('ftyp', latin1('isom')),
    box('moov', box('udta', box('©xyz', text(PLACE)))),
  ]);
  const cleaned = await clean(Buffer.concat([start, box('mdat', Buffer.alloc(5_000, 1)).subarray(0, 900)]));
  expect(hasSecret(cleaned)).toBe(false);
});

test('F7 any video from these parts keeps its length and samples, and loses every place', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(FIELDS),
      fc.subarray(TIMED),
      fc.constantFrom(movie, fragmentedMovie),
      fc.boolean(),
      async (fields, timed, build, isLong) => {
        const extra = fields.map(([, bytes]) => bytes);
        const bytes = build({
          tracks: [PICTURE, ...timed.map(([, track]) => track), SOUND],
          extra,
          behind: extra,
          isLong,
        });
        const cleaned = await clean(bytes);
        expect(hasSecret(cleaned)).toBe(false);
        for (const sample of [...PICTURE.samples, ...SOUND.samples]) {
          const at = bytes.indexOf(sample);
          expect(cleaned.subarray(at, at + sample.length)).toEqual(sample);
        }
      },
    ),
  );
});

test('F7 cleaning any damaged file terminates and keeps the length', async () => {
  const all = TIMED.map(([, track]) => track);
  const samples = [
    movie({ tracks: [PICTURE, ...all, SOUND], extra: FIELDS.map(([, bytes]) => bytes) }),
    fragmentedMovie({ tracks: [PICTURE, ...all], extra: FIELDS.map(([, bytes]) => bytes) }),
    photo([
      { type: 'Exif', content: EXIF },
      PIXELS,
      { type: 'mime', contentType: 'text/xml', content: latin1(XMP) },
    ]),
  ];
  await fc.assert(
    fc.asyncProperty(damagedFiles(samples, 8), async bytes => {
      const cleaned = await cleanBytes(bytes);
      expect(cleaned instanceof Uint8Array ? cleaned.length : bytes.length).toBe(bytes.length);
    }),
    { numRuns: sampleRuns(300) },
  );
});
