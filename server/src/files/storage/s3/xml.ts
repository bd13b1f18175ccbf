/**
 * Reads the few elements that a store responds with: no attributes, no comments, no entities but those of the language. The text has a bound
 * before it comes here, and each character is read once for each name.
 */

/** The contents of each element of this name, in their order. An element contains none of its own name. */
export function* findElements(xml: string, name: string): Generator<string> {
  const open = `<${name}>`;
  const close = `</${name}>`;
  for (let at = xml.indexOf(open); at !== -1; ) {
    const start = at + open.length;
    const end = xml.indexOf(close, start);
    if (end === -1) return;
    yield xml.slice(start, end);
    at = xml.indexOf(open, end + close.length);
  }
}

/** The text of the first element of this name. */
export function findText(xml: string, name: string): string | undefined {
  const { value } = findElements(xml, name).next() as IteratorResult<string, undefined>;
  return value === undefined ? undefined : decodeXml(value);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const MAX_CODE_POINT = 0x10_ffff;

function decodeXml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name)] ?? entity;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : entity;
  });
}
