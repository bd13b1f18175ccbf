import { createEncoder } from 'wasm-media-encoders/esnext';
import lameUrl from 'wasm-media-encoders/wasm/mp3?url';
import { nextTask } from '../../ui/browser/next-task.ts';
import type { Encoder } from './active-recording.ts';

/** Thousand bits per second: clear enough for speech, and eleven minutes fit into the largest file. */
const KBITS = 64;
/** Hz. MP3 supports few rates; most sound cards have this one. */
const SAMPLE_RATE = 48_000;

/** `sampleRate`: that of the input, in Hz. `lame`: a URL. */
export async function openEncoder(sampleRate: number, lame = lameUrl): Promise<Encoder> {
  const encoder = await createEncoder('audio/mpeg', lame);
  encoder.configure({ channels: 1, sampleRate, outputSampleRate: SAMPLE_RATE, bitrate: KBITS });
  const parts: Uint8Array<ArrayBuffer>[] = [];

  return {
    bytesPerSecond: (KBITS * 1000) / 8,
    async add(samples) {
      // Blocks that arrived while the encoder loaded must not delay input together.
      await nextTask();
      // The encoder reuses its memory, so each part is a copy.
      parts.push(encoder.encode([samples]).slice());
    },
    async finish() {
      parts.push(encoder.finalize().slice());
      return new Blob(parts, { type: 'audio/mpeg' });
    },
    async cancel() {
      parts.length = 0;
    },
  };
}
