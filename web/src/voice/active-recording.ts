import { MAX_FILE_BYTES } from '@snug/protocol';
import type { UploadDetails } from '../files/upload/upload-file.ts';
import { LoudnessMeter } from './loudness.ts';

export interface MicrophoneHandlers {
  readonly onSamples: (samples: Float32Array) => void;
  /** It was unplugged, or taken away. */
  readonly onLost: () => void;
}

export interface Microphone {
  /** In Hz. */
  readonly sampleRate: number;
  /** Lets go of the microphone. Resolves when the last samples have been told. */
  stop(): Promise<void>;
}

/** Turns samples (one channel, -1 to 1) into a file. */
export interface Encoder {
  readonly bytesPerSecond: number;
  add(samples: Float32Array): Promise<void>;
  finish(): Promise<Blob>;
  cancel(): Promise<void>;
}

/** What recording takes from outside, so that a test can hold the microphone. */
export interface RecordingDependencies {
  openMicrophone(handlers: MicrophoneHandlers): Promise<Microphone>;
  openEncoder(sampleRate: number): Promise<Encoder>;
  /** ms since 1970. */
  now(): number;
  newId(): string;
}

interface RecordingHandlers {
  /** There is more of it: its length in ms, and how loud it was lately. */
  onProgress(elapsed: number, levels: number[]): void;
  /** It must end now: one more second would not fit into a file, or there is nothing to listen to. */
  onEnd(reason: 'full' | 'gone'): void;
}

/** A finished recording: an MP3 and what is told with it. */
export interface Recording {
  /** The id of the message that it becomes, whenever that is. */
  id: string;
  bytes: Blob;
  details: UploadDetails & { duration: number };
}

/** Levels that are shown while recording. */
const SHOWN_LEVEL_COUNT = 48;
/** What an MP3 has beside its sound: a table of contents, and silence at both ends. */
const EXTRA_BYTES = 1024;

/** One recording, from the press that begins it to the file. It is encoded while it is made. */
export class ActiveRecording {
  readonly #dependencies: RecordingDependencies;
  readonly #handlers: RecordingHandlers;
  #microphone: Microphone | undefined;
  #encoder: Encoder | undefined;
  #loudness: LoudnessMeter | undefined;
  /** Everything that was heard so far, encoded. */
  #encoding: Promise<void> = Promise.resolve();
  #frames = 0;
  #isFull = false;

  constructor(parts: RecordingDependencies, handlers: RecordingHandlers) {
    this.#dependencies = parts;
    this.#handlers = handlers;
  }

  /** Rejects where there is no microphone for us. */
  async start(): Promise<void> {
    const early: Float32Array[] = [];
    let handleSamples = (samples: Float32Array): void => void early.push(samples);
    const microphone = await this.#dependencies.openMicrophone({
      onSamples: samples => handleSamples(samples),
      onLost: () => this.#handlers.onEnd('gone'),
    });
    this.#microphone = microphone;
    try {
      this.#encoder = await this.#dependencies.openEncoder(microphone.sampleRate);
    } catch (error) {
      await microphone.stop();
      throw error;
    }
    this.#loudness = new LoudnessMeter(microphone.sampleRate);
    handleSamples = samples => this.#onSamples(samples, microphone.sampleRate);
    for (const samples of early) handleSamples(samples);
  }

  /** Lets go of the microphone. Rejects where the encoder failed, or nothing was heard. */
  async finish(): Promise<Recording> {
    await this.#microphone?.stop();
    await this.#encoding;
    if (!this.#encoder || !this.#loudness || this.#frames === 0) throw new Error('Nothing was heard');
    const bytes = await this.#encoder.finish();
    const name = `audio_${this.#dependencies.now()}.mp3`;
    const id = this.#dependencies.newId();
    return { id, bytes, details: { name, duration: this.#elapsed(), peaks: this.#loudness.computePeaks() } };
  }

  /** Lets go of the microphone, and of what was recorded. */
  async cancel(): Promise<void> {
    await this.#microphone?.stop();
    await this.#encoding.catch(() => undefined);
    await this.#encoder?.cancel();
  }

  #onSamples(samples: Float32Array, sampleRate: number): void {
    if (this.#isFull) return;
    const { bytesPerSecond = 0 } = this.#encoder ?? {};
    this.#frames += samples.length;
    this.#loudness?.add(samples);
    this.#encoding = this.#encoding.then(() => this.#encoder?.add(samples));
    // Whoever finishes is told; until then nobody listens to it.
    this.#encoding.catch(() => undefined);
    this.#handlers.onProgress(this.#elapsed(), this.#loudness?.getRecentLevels(SHOWN_LEVEL_COUNT) ?? []);
    const sizeInASecond = (this.#frames / sampleRate + 1) * bytesPerSecond + EXTRA_BYTES;
    this.#isFull = sizeInASecond > MAX_FILE_BYTES;
    if (this.#isFull) this.#handlers.onEnd('full');
  }

  #elapsed(): number {
    return (this.#frames / (this.#microphone?.sampleRate ?? 1)) * 1000;
  }
}
