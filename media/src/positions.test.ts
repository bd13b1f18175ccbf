import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCommentName, isPlaceName } from './place-name.ts';
import { findPositions } from './positions.ts';

const blank = (text: string) => {
  const bytes = Buffer.from(text).toString('latin1');
  return findPositions(bytes).map(({ start, end }) =>
    Buffer.from(bytes.slice(start, end), 'latin1').toString(),
  );
};

test.each([
  ['+48.8583+002.2945/'],
  ['-33.8568+151.2153+005.000CRSWGS_84/'],
  ['+4851+00217/'],
  ['$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A'],
  ['$GNGGA,,,,,,0,,,,,,,,*5E'],
  ['48.85837, 2.29448'],
  ['-33.8568 151.2153'],
  ['40.6892° N, 74.0445° W'],
  ['48°51\'29.9"N'],
  ['48° 51’ 29” N'],
  ['latitude: 48.858300'],
  ['Longitude=-122.41'],
  ['altitude: 35'],
  ['rel_alt: 1.200'],
  ['GPS(2.2945,48.8583,18)'],
  ['HOME(149.0251,-20.2532)'],
])('F7 %j is found as a position, alone and in a text', text => {
  expect(blank(text).join('')).toContain(text.replace(/ [NSEW]$/, '').slice(0, 8));
  const [first] = blank(`Straße: ${text} und mehr`);
  expect(first?.startsWith(text.slice(0, 7))).toBe(true);
});

test.each([
  ['Call +49-170-1234567 or +1 555 010 9999'],
  ['Take 3.14 or 2.71, at 16:9 and 23.976 fps'],
  ['Version 1.2.3, 10.5 MB, 5,120,000 bytes'],
  ['Later: 15. Also on 12.30'],
  ['2026-11-28T12:00:00+01:00'],
])('F7 %j has no position', text => {
  expect(blank(text)).toEqual([]);
});

test('F7 any text is searched in linear time', () => {
  const parts = fc.constantFrom(
    '+',
    '-',
    '4',
    '48.85',
    '°',
    ' ',
    ',',
    "'",
    '$GPGGA,',
    'lat',
    'GPS(',
    'CRS',
    '1'.repeat(50),
    '\0',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 200 }), list => {
      expect(() => findPositions(list.join(''))).not.toThrow();
    }),
  );
  expect(findPositions('1'.repeat(300_000))).toEqual([]);
  expect(findPositions('+1'.repeat(150_000))).toEqual([]);
});

test.each([
  ['com.apple.quicktime.location.ISO6709', true],
  ['com.apple.quicktime.location.accuracy.horizontal', true],
  ['RECORDING_LOCATION', true],
  ['GPSLatitude', true],
  ['GPSMapDatum', true],
  ['location-eng', true],
  ['geotag', true],
  ['Iptc4xmpExt:LocationCreated', true],
  ['photoshop:City', true],
  ['com.apple.quicktime.creationdate', false],
  ['com.apple.quicktime.content.identifier', false],
  ['Velocity', false],
  ['geometry', false],
  ['ENCODER_CAPACITY', false],
  ['xmp:CreatorTool', false],
  ['placeholder', false],
])('F7 a field %j holds a place: %s', (name, expected) => {
  expect(isPlaceName(name)).toBe(expected);
  expect(isCommentName(name)).toBe(false);
});

test('F7 comments are found by their names', () => {
  expect(
    ['com.apple.quicktime.comment', 'COMMENT', 'exif:UserComment', 'desc', 'title'].map(isCommentName),
  ).toEqual([true, true, true, true, false]);
});
