/** Frames of a sound that follow each other exactly. Fewer also occur in data that is no sound. */
const MIN_FRAMES = 4;

export type FrameType = 'audio/mpeg' | 'audio/aac';

export interface Frame {
  type: FrameType;
  bytes: number;
  /** The parts of the header that all frames of a sound share. */
  kind: number;
}

/** The frame at this offset, if enough others of the same sound follow it. */
export function findFirstFrame(bytes: Buffer, at: number): Frame | undefined {
  const first = readFrame(bytes, at);
  let frame = first;
  let next = at;
  for (let count = 0; frame && frame.kind === first?.kind; count++) {
    next += frame.bytes;
    if (count + 1 === MIN_FRAMES) return first;
    frame = readFrame(bytes, next);
  }
  return undefined;
}

function readFrame(bytes: Buffer, at: number): Frame | undefined {
  if (at + 6 > bytes.length || bytes[at] !== 0xff) return undefined;
  return readAdtsFrame(bytes, at) ?? readMpegFrame(bytes.readUInt32BE(at));
}

/** ISO/IEC 13818-7, 6.2: 12 bits of sync, then a layer that is always 0. */
function readAdtsFrame(bytes: Buffer, at: number): Frame | undefined {
  const header = bytes.readUInt32BE(at);
  const rate = (header >>> 10) & 15;
  const length = (bytes.readUIntBE(at + 3, 3) >>> 5) & 0x1fff;
  if ((header & 0xfff60000) >>> 0 !== 0xfff00000 || rate > 12 || length < 8) return undefined;
  // Everything up to the channels, without the bit for private use.
  return { type: 'audio/aac', bytes: length, kind: header & 0xfffffdc0 };
}

/** In kbit/s, by index, for layers I, II and III of MPEG-1, then for layer I and both others of MPEG-2 (ISO/IEC 11172-3, 13818-3). */
const BIT_RATES = [
  [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const SAMPLE_RATES = [44_100, 48_000, 32_000];

function readMpegFrame(header: number): Frame | undefined {
  // 3: MPEG-1, 2: MPEG-2, 0: MPEG-2.5.
  const version = (header >>> 19) & 3;
  const layer = 4 - ((header >>> 17) & 3);
  const isFirst = version === 3;
  const table = isFirst ? layer - 1 : layer === 1 ? 3 : 4;
  const bitRate = BIT_RATES[table]?.[((header >>> 12) & 15) - 1];
  const fullRate = SAMPLE_RATES[(header >>> 10) & 3];
  if (header >>> 21 !== 0x7ff || version === 1 || layer === 4 || !bitRate || !fullRate) return undefined;
  const sampleRate = fullRate / (isFirst ? 1 : version === 2 ? 2 : 4);
  const slotBytes = layer === 1 ? 4 : 1;
  const samples = layer === 1 ? 384 : layer === 3 && !isFirst ? 576 : 1_152;
  const slots = Math.floor((samples / 8 / slotBytes) * ((bitRate * 1_000) / sampleRate));
  // Version, layer and sample rate.
  return { type: 'audio/mpeg', bytes: (slots + ((header >>> 9) & 1)) * slotBytes, kind: header & 0xfffe0c00 };
}
