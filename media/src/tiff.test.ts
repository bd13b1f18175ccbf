import { sampleRuns } from '@snug/testkit/test-scope.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeLatin1, encodeLatin1, viewBytes } from './bytes.ts';
import { readOrientation } from './exif.ts';
import { cleanBytes } from './testing/clean-bytes.ts';
import { damagedFiles } from './testing/damaged-files.ts';

type Entry = [
  tag: number,
  type: number,
  value: string | number | { directory: Entry[] } | { directories: Entry[][] } | { data: string },
];

/** Writes each directory before what it refers to, as cameras do. */
class TiffWriter {
  readonly #bytes = new Uint8Array(4_000);
  readonly #view = viewBytes(this.#bytes);
  readonly #isLittle: boolean;
  #end = 8;

  constructor(isLittle: boolean, signature = isLittle ? 'II*\0' : 'MM\0*') {
    this.#isLittle = isLittle;
    this.#bytes.set(encodeLatin1(signature));
    this.#view.setUint32(4, 8, isLittle);
  }

  write(entries: Entry[], next?: Entry[]): Uint8Array {
    const nextAt = this.#add(entries);
    if (next) {
      this.#view.setUint32(nextAt, this.#end, this.#isLittle);
      this.#add(next);
    }
    return this.#bytes.slice(0, this.#end);
  }

  #reserve(length: number): number {
    this.#end += length;
    return this.#end - length;
  }

  #add(entries: Entry[]): number {
    const at = this.#reserve(2 + 12 * entries.length + 4);
    this.#view.setUint16(at, entries.length, this.#isLittle);
    for (const [index, entry] of entries.entries()) this.#addEntry(at + 2 + 12 * index, entry);
    return at + 2 + 12 * entries.length;
  }

  #addEntry(at: number, [tag, type, value]: Entry): void {
    this.#view.setUint16(at, tag, this.#isLittle);
    this.#view.setUint16(at + 2, type, this.#isLittle);
    const put = (count: number, number: number) => {
      this.#view.setUint32(at + 4, count, this.#isLittle);
      if (type === 3) this.#view.setUint16(at + 8, number, this.#isLittle);
      else this.#view.setUint32(at + 8, number, this.#isLittle);
    };
    if (typeof value === 'number') put(1, value);
    else if (typeof value === 'string') {
      put(type === 5 ? value.length / 8 : value.length, this.#end);
      this.#bytes.set(encodeLatin1(value), this.#reserve(value.length));
    } else if ('data' in value) {
      put(1, this.#end);
      this.#bytes.set(encodeLatin1(value.data), this.#reserve(value.data.length));
    } else if ('directory' in value) {
      put(1, this.#end);
      this.#add(value.directory);
    } else {
      const list = this.#reserve(4 * value.directories.length);
      put(value.directories.length, list);
      for (const [index, directory] of value.directories.entries()) {
        this.#view.setUint32(list + 4 * index, this.#end, this.#isLittle);
        this.#add(directory);
      }
    }
  }
}

const PLACE: Entry = [
  0x8825,
  4,
  {
    directory: [
      [1, 2, 'N\0'],
      [2, 5, 'place 51 30 26 sixteen..'],
      [0x1c, 7, 'place: Westminster'],
    ],
  },
];
const PHOTO: Entry[] = [
  [0x100, 3, 4],
  [0x10e, 2, 'Home of Ann, at that place'],
  [0x112, 3, 6],
  [0x11a, 5, 'density.'],
  [
    0x14a,
    4,
    {
      directories: [
        [
          [0x100, 3, 2],
          [0x2bc, 1, '<x:xmpmeta>place'],
        ],
        [[0x100, 3, 1]],
      ],
    },
  ],
  [0x2bc, 1, '<x:xmpmeta>Home, a place'],
  [0x83bb, 7, 'IPTC place'],
  [
    0x8769,
    4,
    {
      directory: [
        [0x829a, 5, 'exposure'],
        [0x9286, 7, 'ASCII\0\0\0place'],
        [0x927c, 7, 'notes of the maker'],
      ],
    },
  ],
  PLACE,
  [0x9c9b, 1, 'place as a title'],
];

for (const isLittle of [true, false]) {
  const order = isLittle ? 'little' : 'big';
  test(`F7 a TIFF (${order}-endian) loses place, XMP and comments in all of its directories, and nothing moves`, async () => {
    const before = new TiffWriter(isLittle).write(PHOTO, [[0x100, 3, 9], PLACE]);
    const after = (await cleanBytes(before)) as Uint8Array;
    expect(after).toHaveLength(before.length);
    const text = decodeLatin1(after);
    for (const gone of ['place', 'Home', 'IPTC', 'Westminster']) expect(text).not.toContain(gone);
    for (const kept of ['density.', 'exposure', 'notes of the maker'])
      expect(text.indexOf(kept)).toBe(decodeLatin1(before).indexOf(kept));
    expect(readOrientation(after)).toBe(6);
    expect(await cleanBytes(after)).toEqual(after);
  });
}

/** A JPEG with a comment and EXIF data. */
const PREVIEW =
  '\xff\xd8\xff\xe1\0\x0fExif\0\0place\0\0\xff\xdb\0\x04ta\xff\xfe\0\x08place!\xff\xc0\0\x04fr\xff\xda\0\x04scpixels\xff\xd9';

test('F7 previews in raw photos lose their metadata, and nothing moves', async () => {
  const gone = PREVIEW.replaceAll(/Exif\0\0place\0\0|place!/g, found => '\0'.repeat(found.length));
  for (const isLittle of [true, false])
    for (const entries of [
      [
        [0x201, 4, { data: PREVIEW }],
        [0x202, 4, PREVIEW.length],
      ],
      [
        [0x103, 3, 7],
        [0x111, 4, { data: PREVIEW }],
        [0x117, 4, PREVIEW.length],
      ],
      [
        [0x103, 3, 6],
        [0x111, 4, { data: PREVIEW }],
        [0x117, 3, PREVIEW.length],
      ],
    ] satisfies Entry[][]) {
      const before = new TiffWriter(isLittle).write([
        [0x100, 3, 4],
        [0x14a, 4, { directory: entries }],
      ]);
      const after = (await cleanBytes(before)) as Uint8Array;
      expect(decodeLatin1(after)).toBe(decodeLatin1(before).replace(PREVIEW, gone));
    }
});

test('F7 a TIFF whose previews overlap is not read again and again', async () => {
  const preview: Entry[] = [
    [0x201, 4, 8],
    [0x202, 4, 400],
  ];
  const before = new TiffWriter(true).write([
    [0x14a, 4, { directories: [preview, preview, preview] }],
    [0x9c9b, 2, 'x'.repeat(300)],
  ]);
  expect(await cleanBytes(before)).toBe('uncleanable');
});

test('F7 a TIFF without metadata stays as it is, also with the description of a microscope', async () => {
  for (const description of ['ImageJ=1.53\nslices=20', '<?xml version="1.0"?><OME/>', '{"shape": [2, 2]}']) {
    const before = new TiffWriter(true).write([
      [0x100, 3, 4],
      [0x10e, 2, description],
    ]);
    expect(await cleanBytes(before)).toEqual(before);
  }
});

test('F7 raw photos of other cameras are cleaned like TIFF', async () => {
  for (const signature of ['IIU\0', 'IIRO', 'IIRS']) {
    const before = new TiffWriter(true, signature).write([[0x100, 3, 4], PLACE]);
    expect(decodeLatin1((await cleanBytes(before)) as Uint8Array)).not.toContain('place');
  }
});

test('F7 a TIFF that cannot be followed to its end is not changed', async () => {
  const before = new TiffWriter(false).write(PHOTO);
  expect(await cleanBytes(before.subarray(0, 60))).toBe('unreadable');
  expect(await cleanBytes(encodeLatin1('II*\0'))).toBe('unreadable');
  expect(await cleanBytes(encodeLatin1('II+\0\x08\0\0\0'))).toBe('uncleanable');
  expect(
    await cleanBytes(
      new TiffWriter(true).write([
        [0x100, 3, 4],
        [0x8769, 4, 9_000],
      ]),
    ),
  ).toBe('uncleanable');
});

test('F7 cleaning any damaged TIFF ends, and keeps its length', async () => {
  const samples = [true, false].map(isLittle =>
    new TiffWriter(isLittle).write(PHOTO, [[0x100, 3, 9], PLACE]),
  );
  await fc.assert(
    fc.asyncProperty(damagedFiles(samples, 8), async bytes => {
      const cleaned = await cleanBytes(bytes);
      expect(cleaned instanceof Uint8Array ? cleaned.length : bytes.length).toBe(bytes.length);
    }),
    { numRuns: sampleRuns(300) },
  );
});
