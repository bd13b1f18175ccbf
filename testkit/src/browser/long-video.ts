import { WEBM } from '../sample-files.ts';

/** Ids of Matroska (RFC 9559). */
const ID = {
  ebml: '1a45dfa3',
  docType: '4282',
  segment: '18538067',
  seekHead: '114d9b74',
  seek: '4dbb',
  seekId: '53ab',
  seekPosition: '53ac',
  info: '1549a966',
  timestampScale: '2ad7b1',
  duration: '4489',
  tracks: '1654ae6b',
  cluster: '1f43b675',
  timestamp: 'e7',
  simpleBlock: 'a3',
  void: 'ec',
  cues: '1c53bb6b',
  cuePoint: 'bb',
  cueTime: 'b3',
  cueTrackPositions: 'b7',
  cueTrack: 'f7',
  cueClusterPosition: 'f1',
};

const SECOND_MS = 1_000;

/** A video of 96 x 160 px with one picture a second, and `bytesPerSecond` of padding. Its index is at its end. */
export function createLongVideo(seconds: number, bytesPerSecond: number): Buffer {
  const head = [createInfo(seconds), copyTracks()];
  const clusters = Array.from({ length: seconds }, (_, second) => createCluster(second, bytesPerSecond));
  const seekBytes = createSeekHead(0).length;
  const headBytes = seekBytes + Buffer.concat(head).length;
  const clusterBytes = clusters[0]?.length ?? 0;
  const cues = element(
    ID.cues,
    ...clusters.map((_, second) => createCue(second, headBytes + second * clusterBytes)),
  );
  const seekHead = createSeekHead(headBytes + seconds * clusterBytes);
  return Buffer.concat([
    element(ID.ebml, element(ID.docType, Buffer.from('webm'))),
    element(ID.segment, seekHead, ...head, ...clusters, cues),
  ]);
}

function createSeekHead(cuesAt: number): Buffer {
  const seek = [element(ID.seekId, Buffer.from(ID.cues, 'hex')), element(ID.seekPosition, uint(cuesAt))];
  return element(ID.seekHead, element(ID.seek, ...seek));
}

function createInfo(seconds: number): Buffer {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(seconds * SECOND_MS);
  return element(ID.info, element(ID.timestampScale, uint(1_000_000)), element(ID.duration, duration));
}

function createCluster(second: number, padding: number): Buffer {
  const block = element(ID.simpleBlock, Buffer.from([0x81, 0, 0, 0x80]), copyKeyFrame());
  return element(
    ID.cluster,
    element(ID.timestamp, uint(second * SECOND_MS)),
    block,
    element(ID.void, Buffer.alloc(padding)),
  );
}

function createCue(second: number, clusterAt: number): Buffer {
  const positions = [element(ID.cueTrack, uint(1)), element(ID.cueClusterPosition, uint(clusterAt))];
  return element(
    ID.cuePoint,
    element(ID.cueTime, uint(second * SECOND_MS)),
    element(ID.cueTrackPositions, ...positions),
  );
}

const SAMPLE = Buffer.from(WEBM);

function copyTracks(): Buffer {
  // The index at the beginning names them, too.
  return element(ID.tracks, readContent(ID.tracks, SAMPLE.lastIndexOf(ID.tracks, undefined, 'hex')));
}

function copyKeyFrame(): Buffer {
  const cluster = SAMPLE.lastIndexOf(ID.cluster, undefined, 'hex');
  const timestamp = `${ID.timestamp}8100`;
  const block = SAMPLE.indexOf(timestamp, cluster, 'hex') + timestamp.length / 2;
  // After the track, the time and the flags.
  return readContent(ID.simpleBlock, block).subarray(4);
}

function readContent(id: string, at: number): Buffer {
  const start = at + id.length / 2;
  const sizeBytes = Math.clz32(SAMPLE[start] ?? 0) - 23;
  const size = Number.parseInt(SAMPLE.toString('hex', start, start + sizeBytes), 16) - 2 ** (7 * sizeBytes);
  return SAMPLE.subarray(start + sizeBytes, start + sizeBytes + size);
}

function element(id: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const size = uint(body.length);
  size[0] = 0x01;
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}

function uint(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
