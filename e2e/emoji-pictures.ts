import { crc32, deflateSync } from 'node:zlib';

interface Picture {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

type Colour = readonly [red: number, green: number, blue: number];

/** A square of one colour with a see-through frame. */
export function createPng(name: string, [red, green, blue]: Colour, size = 64): Picture {
  const rows = Array.from({ length: size }, (_, y) => {
    const row = Buffer.alloc(1 + size * 4);
    for (let x = 0; x < size; x++) {
      const isFrame = Math.min(x, y, size - 1 - x, size - 1 - y) < size / 8;
      row.set([red, green, blue, isFrame ? 0 : 255], 1 + x * 4);
    }
    return row;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const chunks = [toChunk('IHDR', head), toChunk('IDAT', deflateSync(Buffer.concat(rows))), toChunk('IEND')];
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return { name, mimeType: 'image/png', buffer: Buffer.concat([signature, ...chunks]) };
}

function toChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Two frames of one pixel, black and white, for ever. */
export function createGif(name: string): Picture {
  const frame = (pixel: string) => `21f904000a0000002c0000000001000100000202${pixel}0100`;
  const loop = '21ff0b4e45545343415045322e300301000000';
  const bytes = `47494638396101000100800000000000ffffff${loop}${frame('44')}${frame('4c')}3b`;
  return { name, mimeType: 'image/gif', buffer: Buffer.from(bytes, 'hex') };
}

/** Of stored files, without compression. */
export function createZip(name: string, files: readonly Picture[]): Picture {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const path = Buffer.from(file.name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(file.buffer), 10);
    fields.writeUInt32LE(file.buffer.length, 14);
    fields.writeUInt32LE(file.buffer.length, 18);
    fields.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, path, file.buffer]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const version = Buffer.from([20, 0]);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), version, fields, place, path]));
    locals.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(Buffer.concat(central).length, 8);
  end.writeUInt32LE(offset, 12);
  const buffer = Buffer.concat([...locals, ...central, Buffer.from('PK\x05\x06', 'latin1'), end]);
  return { name, mimeType: 'application/zip', buffer };
}
