import { crc32 } from 'node:zlib';

/** Changes the size in the head of a PNG, JPEG or GIF, because real pixels of large pictures take seconds to encode. */
export function declareSize(picture: Buffer, width: number, height: number): Buffer {
  const declared = Buffer.from(picture);
  if (declared.subarray(0, 3).toString('latin1') === 'GIF') {
    declared.writeUInt16LE(width, 6);
    declared.writeUInt16LE(height, 8);
  } else if (declared.subarray(1, 4).toString('latin1') === 'PNG') {
    declared.writeUInt32BE(width, 16);
    declared.writeUInt32BE(height, 20);
    declared.writeUInt32BE(crc32(declared.subarray(12, 29)), 29);
  } else {
    const frame = declared.indexOf('ffc0', 'hex');
    if (frame < 0) throw new Error('this is no baseline JPEG');
    declared.writeUInt16BE(height, frame + 5);
    declared.writeUInt16BE(width, frame + 7);
  }
  return declared;
}
