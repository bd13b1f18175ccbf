import { registerMp3Encoder } from '@mediabunny/mp3-encoder';
import { AudioSample, AudioSampleSource, BufferTarget, Mp3OutputFormat, Output } from 'mediabunny';
import type { Encoder } from './active-recording.ts';

/** Bits per second: clear enough for speech, and eleven minutes fit into the largest file. */
const BITRATE = 64_000;
/** Hz. MP3 supports few rates; most sound cards have this one. */
const SAMPLE_RATE = 48_000;

registerMp3Encoder();

/** An MP3 encoder for samples as they are recorded. `sampleRate`: that of the input, in Hz. */
export async function openEncoder(sampleRate: number): Promise<Encoder> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp3OutputFormat(), target });
  const source = new AudioSampleSource({
    codec: 'mp3',
    bitrate: BITRATE,
    transform: { sampleRate: SAMPLE_RATE, numberOfChannels: 1 },
  });
  output.addAudioTrack(source);
  await output.start();
  let frames = 0;

  return {
    bytesPerSecond: BITRATE / 8,
    async add(samples) {
      const timestamp = frames / sampleRate;
      frames += samples.length;
      const sample = new AudioSample({
        data: samples,
        format: 'f32-planar',
        numberOfChannels: 1,
        sampleRate,
        timestamp,
      });
      await source.add(sample);
      sample.close();
    },
    async finish() {
      await output.finalize();
      return new Blob([target.buffer ?? new ArrayBuffer()], { type: 'audio/mpeg' });
    },
    cancel: () => output.cancel(),
  };
}
