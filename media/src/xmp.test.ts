import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { listXmpPlaces } from './xmp.ts';

const encode = (text: string) => new TextEncoder().encode(text);

function clean(text: string): string {
  const bytes = encode(text);
  for (const { start, end } of listXmpPlaces(bytes)) bytes.fill(32, start, end);
  expect(bytes).toHaveLength(encode(text).length);
  return new TextDecoder().decode(bytes).replace(/ +/g, ' ');
}

const wrap = (attributes: string, content = '') =>
  `<?xpacket begin='\ufeff'?><x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://rdf'><rdf:Description ${attributes}>${content}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end='w'?>`;

test('F7 values with a place go from XMP, whatever their form, and the rest stays', () => {
  expect(
    clean(
      wrap(`xmlns:geo="http://geo" exif:GPSLatitude='48,51.5N' xmp:Rating="3" photoshop:City = "Dresden"`),
    ),
  ).toBe(wrap(`xmlns:geo="http://geo" xmp:Rating="3" `));
  const nested = `<Iptc4xmpExt:LocationCreated><rdf:Bag><rdf:li a="b>c"><x:Name>Home</x:Name></rdf:li></rdf:Bag></Iptc4xmpExt:LocationCreated>`;
  const kept = `<!-- <a> --><HDRGainMap:HDRGainMapVersion>65536</HDRGainMap:HDRGainMapVersion>`;
  expect(
    clean(
      wrap(
        'a="b"',
        `${kept}${nested}<exif:GPSAltitude>35</exif:GPSAltitude><a:City b='c'/><x:Empty/>${kept}`,
      ),
    ),
  ).toBe(wrap('a="b"', `${kept} <x:Empty/>${kept}`));
  expect(
    clean(
      wrap(
        '',
        '<dc:description><rdf:Alt><rdf:li>At home</rdf:li></rdf:Alt></dc:description><dc:title>A</dc:title>',
      ),
    ),
  ).toBe(wrap('', ' <dc:title>A</dc:title>'));
});

test('F7 XMP that cannot be read goes as a whole', () => {
  for (const text of [
    wrap('a="b'),
    '<exif:GPSAltitude>35',
    wrap('', '<!-- no end'),
    '<',
    '<a ',
    Buffer.from(wrap('exif:GPSLatitude="48"'), 'utf16le').toString('latin1'),
  ])
    expect(clean(text).trim()).toBe('');
});

test('F7 any damaged XMP keeps its length, and takes linear time', () => {
  const sample = wrap('exif:GPSLatitude="4711"', '<photoshop:City>4711</photoshop:City><a b="c"/>');
  fc.assert(
    fc.property(
      fc.nat(),
      fc.nat(),
      fc.constantFrom('<', '>', '"', "'", '/', '=', ' ', 'x'),
      (at, other, letter) => {
        const bytes = encode(sample);
        for (const index of [at, other]) {
          const place = index % bytes.length;
          // Names and values stay.
          if (!/[\w:]/.test(sample[place] ?? '')) bytes[place] = letter.charCodeAt(0);
        }
        clean(new TextDecoder().decode(bytes));
      },
    ),
  );
  for (const part of ['<', '<a ', '<a b="', '<!--', '<a>', '<photoshop:City>'])
    expect(() => clean(part.repeat(50_000))).not.toThrow();
});
