import { sampleRuns } from '@snug/testkit/test-scope.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanBytes } from './testing/clean-bytes.ts';
import { damagedFiles } from './testing/damaged-files.ts';
import {
  attachment,
  block,
  CLUSTER,
  checksum,
  element,
  endlessElement,
  header,
  SEGMENT,
  string,
  tag,
  tags,
  track,
  tracks,
} from './testing/ebml-files.ts';

const PLACE = '-33.8568+151.2153';
const NAME = 'Opera house';
const XMP = `<x:xmpmeta xmlns:x="a"><a exif:GPSLatitude="${PLACE}"/></x:xmpmeta>`;
const SECRETS = [PLACE, NAME, '33.8568', '151.2153', 'GNRMC'];

const FIELDS: [description: string, bytes: Buffer][] = [
  ['tag', tags(tag('LOCATION', `${PLACE}/`), tag('TITLE', 'Mine'))],
  [
    'tag of another name',
    tags(tag('com.apple.quicktime.location.ISO6709', PLACE), tag('GPS_LATITUDE', PLACE)),
  ],
  ['long tag', tags(tag('RECORDING_LOCATION', NAME.repeat(40)))],
  ['title with a position in a tag', tags(tag('TITLE', 'At 33.8568, 151.2153'))],
  ['tag in a tag', tags(tag('ARTIST', 'Ann', tag('ADDRESS', NAME), tag('SORT_WITH', 'a')))],
  ['comment', tags(tag('COMMENT', NAME), tag('DESCRIPTION', NAME))],
  ['title with a position', element('1549a966', string('7ba9', `Lunch ${PLACE}/`), string('4d80', 'Lavf'))],
  [
    'name of a chapter',
    element('1043a770', element('45b9', element('b6', element('80', string('85', `At 33.8568 151.2153`))))),
  ],
  [
    'attached track of a receiver',
    attachment('application/gpx+xml', Buffer.from(`<trkpt lat="33.8568" lon="151.2153">`)),
  ],
  ['attached picture with XMP', attachment('image/jpeg', Buffer.from([255, 216, 0, 1]), Buffer.from(XMP))],
  ['tag behind a checksum', element('1254c367', checksum(element('7373', checksum(tag('LOCATION', PLACE)))))],
];

const MEDIA = [block(1, 'first picture'), block(2, 'sound'), block(1, 'second', true)];
const TRACKS = tracks(track(1, 1), track(2, 2), track(3, 17), track(4, 33));
const TIMED = [
  block(3, `lat: 33.8568 lon: 151.2153`),
  block(4, '$GNRMC,1,A,3351.4,S,15112.9,E,0,0,1,,,A*1', true),
];

const BUILDS: ((fields: Buffer[], blocks: Buffer[]) => Buffer)[] = [
  (fields, blocks) => element(SEGMENT, TRACKS, ...fields, element(CLUSTER, ...blocks)),
  (fields, blocks) =>
    element(SEGMENT, checksum(TRACKS), element(CLUSTER, ...blocks), element(CLUSTER, ...MEDIA), ...fields),
  (fields, blocks) =>
    endlessElement(
      SEGMENT,
      TRACKS,
      endlessElement(CLUSTER, ...blocks),
      endlessElement(CLUSTER, ...MEDIA),
      ...fields,
    ),
  (fields, blocks) =>
    endlessElement(
      SEGMENT,
      tracks(track(1, 1), track(2, 2)),
      ...fields,
      endlessElement(CLUSTER, ...MEDIA, ...blocks.slice(0, 1)),
    ),
];

const hasSecret = (bytes: Buffer) => SECRETS.some(secret => bytes.includes(secret));

async function clean(bytes: Buffer): Promise<Buffer> {
  const cleaned = await cleanBytes(bytes);
  if (!(cleaned instanceof Uint8Array)) throw new Error(String(cleaned));
  expect(cleaned).toHaveLength(bytes.length);
  expect(await cleanBytes(cleaned), 'nothing is left to remove').toEqual(cleaned);
  return Buffer.from(cleaned);
}

test.each(FIELDS)(
  'F7 the %s leaves a WebM or Matroska file, and all other bytes stay',
  async (_description, field) => {
    for (const build of BUILDS) {
      const bytes = Buffer.concat([header('matroska'), build([field], MEDIA)]);
      expect(hasSecret(bytes)).toBe(true);
      const cleaned = await clean(bytes);
      expect(hasSecret(cleaned)).toBe(false);
      const at = bytes.indexOf(field);
      const outside = (all: Buffer) => Buffer.concat([all.subarray(0, at), all.subarray(at + field.length)]);
      const expected = outside(bytes);
      // The checksum of the whole segment no longer fits.
      const first = expected.indexOf(Buffer.from('bf8401020304', 'hex'));
      if (outside(cleaned)[first] === 0xec) Buffer.from('ec8400000000', 'hex').copy(expected, first);
      expect(outside(cleaned)).toEqual(expected);
    }
  },
);

test('F7 a removed tag becomes an element without a meaning, and its checksums go', async () => {
  const kept = tag('TITLE', 'Mine');
  for (const value of [PLACE, NAME.repeat(30)]) {
    const bytes = Buffer.concat([
      header('webm'),
      element(SEGMENT, checksum(tags(tag('LOCATION', value), kept))),
    ]);
    const cleaned = await clean(bytes);
    const removed = tag('LOCATION', value);
    const at = bytes.indexOf(removed);
    expect([cleaned[at], cleaned.includes(kept), cleaned.includes(Buffer.from('bf84', 'hex'))]).toEqual([
      0xec,
      true,
      false,
    ]);
    const size = value === PLACE ? removed.length - 2 : removed.length - 9;
    expect(value === PLACE ? (cleaned[at + 1] ?? 0) - 0x80 : cleaned.readUInt32BE(at + 5)).toBe(size);
  }
});

test('F7 other fields stay', async () => {
  const kept = [
    tags(tag('TITLE', 'Mine'), tag('ENCODER', 'Lavf 61.7.100'), tag('DURATION', '00:00:01.000000000')),
    checksum(element('1549a966', string('7ba9', 'My day'))),
    attachment('font/ttf', Buffer.alloc(900, 1)),
  ];
  for (const build of BUILDS) {
    const bytes = Buffer.concat([header('webm'), build(kept, [...MEDIA, block(3, 'Hello, 3.5 of 5')])]);
    expect(await clean(bytes)).toEqual(bytes);
  }
});

test('F7 timed positions leave, and blocks of pictures and sound stay', async () => {
  for (const build of BUILDS.slice(0, 3)) {
    const bytes = Buffer.concat([header('matroska'), build([], [...MEDIA, ...TIMED, ...MEDIA])]);
    const cleaned = await clean(bytes);
    expect(hasSecret(cleaned)).toBe(false);
    for (const each of MEDIA) expect(cleaned.includes(each)).toBe(true);
  }
});

test('F7 a recording that was interrupted is cleaned as far as it goes', async () => {
  const field = tags(tag('LOCATION', PLACE));
  const bytes = Buffer.concat([
    header('webm'),
    element(SEGMENT, TRACKS, field, element(CLUSTER, ...MEDIA, Buffer.alloc(99))),
  ]);
  expect(hasSecret(await clean(bytes.subarray(0, bytes.indexOf('second') + 3)))).toBe(false);
  expect(hasSecret(await clean(bytes.subarray(0, bytes.indexOf(PLACE) + 9)))).toBe(false);
});

test('F7 a file with impossible elements cannot be cleaned', async () => {
  const inner = element('7373', tag('LOCATION', PLACE));
  inner.writeUInt8(0xfe, 2);
  for (const bytes of [
    Buffer.concat([element(SEGMENT, element('1254c367', inner), TRACKS), Buffer.alloc(900, 0xec)]),
    element(SEGMENT, Buffer.alloc(20)),
    element(SEGMENT, endlessElement('63a2')),
    Array.from({ length: 40 }).reduce<Buffer>(content => element('b6', content), Buffer.alloc(0)),
  ])
    expect(await cleanBytes(Buffer.concat([header('webm'), bytes]))).toBe('uncleanable');
});

test('F7 any file from these parts keeps its length and blocks, and loses every place', async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray(FIELDS), fc.constantFrom(...BUILDS), async (fields, build) => {
      const bytes = Buffer.concat([
        header('webm'),
        build(
          fields.map(([, field]) => field),
          MEDIA,
        ),
      ]);
      const cleaned = await clean(bytes);
      expect(hasSecret(cleaned)).toBe(false);
      for (const each of MEDIA) expect(cleaned.includes(each)).toBe(true);
    }),
  );
});

test('F7 cleaning any damaged file terminates and keeps the length', async () => {
  const samples = BUILDS.map(build =>
    Buffer.concat([
      header('webm'),
      build(
        FIELDS.map(([, field]) => field),
        [...MEDIA, ...TIMED],
      ),
    ]),
  );
  await fc.assert(
    fc.asyncProperty(damagedFiles(samples, 4), async bytes => {
      const cleaned = await cleanBytes(bytes);
      expect(cleaned instanceof Uint8Array ? cleaned.length : bytes.length).toBe(bytes.length);
    }),
    { numRuns: sampleRuns(300) },
  );
});
