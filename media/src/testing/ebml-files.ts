// Writes files of Matroska and WebM (RFC 9559) byte by byte.

/** `id`: in hexadecimal digits. */
export function element(id: string, ...content: readonly Buffer[]): Buffer {
  const all = Buffer.concat(content);
  return Buffer.concat([Buffer.from(id, 'hex'), encodeSize(all.length), all]);
}

/** It ends where another element of its level begins. */
export function endlessElement(id: string, ...content: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from(id, 'hex'), Buffer.from('01ffffffffffffff', 'hex'), ...content]);
}

function encodeSize(size: number): Buffer {
  if (size < 127) return Buffer.from([0x80 | size]);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(0x1000_0000 + size);
  return bytes;
}

export const SEGMENT = '18538067';
export const CLUSTER = '1f43b675';
const byte = (value: number) => Buffer.from([value]);

export function header(type: 'webm' | 'matroska'): Buffer {
  return element('1a45dfa3', element('4282', Buffer.from(type)));
}

export const string = (id: string, text: string) => element(id, Buffer.from(text));

export function tag(name: string, value: string, ...nested: Buffer[]): Buffer {
  return element('67c8', string('45a3', name), string('4487', value), ...nested);
}

export const tags = (...simple: Buffer[]) => element('1254c367', element('7373', element('63c0'), ...simple));

/** `type`: 1 for a picture, 2 for sound, 17 for subtitles, 33 for metadata. */
export function track(number: number, type: number, ...more: Buffer[]): Buffer {
  return element('ae', element('d7', byte(number)), element('83', byte(type)), ...more);
}

export const tracks = (...entries: Buffer[]) => element('1654ae6b', ...entries);

/** `isGroup`: in a group, with a duration. */
export function block(number: number, content: string, isGroup = false): Buffer {
  const all = Buffer.concat([Buffer.from([0x80 | number, 0, 0, 0]), Buffer.from(content)]);
  return isGroup ? element('a0', element('a1', all), element('9b', byte(9))) : element('a3', all);
}

export const attachment = (type: string, ...content: Buffer[]) =>
  element(
    '1941a469',
    element('61a7', string('466e', 'file'), string('4660', type), element('465c', ...content)),
  );

export const checksum = (content: Buffer) =>
  Buffer.concat([element('bf', Buffer.from([1, 2, 3, 4])), content]);
