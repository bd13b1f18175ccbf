/** Real files have some three streams. */
const MAX_STREAMS = 64;
const PAGE_HEADER_BYTES = 27;
const BEGINS_STREAM = 2;

/** Of the first packet of a stream: Theora, OGM, Dirac (two forms), VP8 and Daala. */
const PICTURE_CODECS = ['\x80theora', '\x01video', 'BBCD', 'KW-DIRAC', 'OVP80', '\x80daala'];
const SOUND_CODECS = ['\x01vorbis', 'OpusHead', '\x7fFLAC', 'fLaC', 'Speex', '\x01audio', 'CELT', 'PCM'];

/** Of an Ogg file (RFC 3533) that begins with these bytes: whether its streams have a picture decides, not the first stream. */
export function detectOggType(head: Buffer): string | undefined {
  const codecs = listFirstPackets(head);
  const has = (names: readonly string[]) => codecs.some(codec => names.some(name => codec.startsWith(name)));
  if (has(PICTURE_CODECS)) return 'video/ogg';
  if (codecs[0] === 'OpusHead') return 'audio/ogg; codecs=opus';
  return has(SOUND_CODECS) ? 'audio/ogg' : undefined;
}

/** The pages that begin a stream come first. */
function listFirstPackets(head: Buffer): string[] {
  const packets: string[] = [];
  let at = 0;
  while (packets.length < MAX_STREAMS && head.toString('latin1', at, at + 4) === 'OggS') {
    const segments = at + PAGE_HEADER_BYTES;
    const start = segments + (head[segments - 1] ?? 0);
    if (((head[at + 5] ?? 0) & BEGINS_STREAM) === 0) break;
    packets.push(head.toString('latin1', start, start + 8));
    at = head.subarray(segments, start).reduce((sum, length) => sum + length, start);
  }
  return packets;
}
