import { crc32, deflateSync } from 'node:zlib';

export interface InputFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export function textFile(name: string, bytes = 5): InputFile {
  return { name, mimeType: 'text/plain', buffer: Buffer.alloc(bytes, 'hello ') };
}

/** Contains a script, which must never run. */
export function svg(name: string): InputFile {
  const source = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><script>document.title="run"</script><circle cx="20" cy="15" r="9"/></svg>`;
  return { name, mimeType: 'image/svg+xml', buffer: Buffer.from(source) };
}

/** The left half is red, the right half blue. */
export function png(name: string, width: number, height: number): InputFile {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.alloc(1 + width * 3);
  for (let x = 0; x < width; x++) line.set(x < width / 2 ? [200, 40, 40] : [40, 60, 200], 1 + x * 3);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return { name, mimeType: 'image/png', buffer: Buffer.concat([signature, ...chunks]) };
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

const WAV_SAMPLE_RATE = 48_000;

/** A steady tone: one channel, 16 bits. With a whole number of seconds, it loops without a click. */
export function wav(name: string, seconds: number, hz: number): InputFile {
  const samples = Math.round(seconds * WAV_SAMPLE_RATE);
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write('WAVEfmt ', 8);
  for (const [value, at] of [
    [16, 16],
    [WAV_SAMPLE_RATE, 24],
    [WAV_SAMPLE_RATE * 2, 28],
    [samples * 2, 40],
  ] as const)
    file.writeUInt32LE(value, at);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [2, 32],
    [16, 34],
  ] as const)
    file.writeUInt16LE(value, at);
  file.write('data', 36);
  for (let i = 0; i < samples; i++)
    file.writeInt16LE(Math.round(Math.sin((i / WAV_SAMPLE_RATE) * hz * 2 * Math.PI) * 12_000), 44 + i * 2);
  return { name, mimeType: 'audio/wav', buffer: file };
}
