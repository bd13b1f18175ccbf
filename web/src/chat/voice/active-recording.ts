import { DEFAULT_MAX_FILE_BYTES } from '@snug/protocol';
import type { UploadDetails } from '../files/upload/upload-file.ts';
import { LoudnessMeter } from './loudness.ts';

export interface MicrophoneHandlers {
  readonly onSamples: (samples: Float32Array) => void;
  /** The microphone was unplugged, or its permission was revoked. */
  readonly onLost: () => void;
}

export interface Microphone {
  /** Hz. */
  readonly sampleRate: number;
  /** Releases the microphone. Resolves after the last samples. */
  stop(): Promise<void>;
}

/** Encodes samples (one channel, -1 to 1) to a file. */
export interface Encoder {
  readonly bytesPerSecond: number;
  add(samples: Float32Array): Promise<void>;
  finish(): Promise<Blob>;
  cancel(): Promise<void>;
}

export interface RecordingDependencies {
  /** Of the server. */
  getMaxFileBytes(): number;
  openMicrophone(handlers: MicrophoneHandlers): Promise<Microphone>;
  openEncoder(sampleRate: number): Promise<Encoder>;
  /** ms since 1970. */
  now(): number;
  newId(): string;
}

interface RecordingHandlers {
  /** `elapsed`: ms. `levels`: recent loudness, 0 to 100. */
  onProgress(elapsed: number, levels: number[]): void;
  /** The recording must end: another second would not fit into a file, or the microphone is gone. */
  onEnd(reason: 'full' | 'gone'): void;
}

export interface Recording {
  /** The id of the message that it becomes: a retry must not send it twice. */
  id: string;
  bytes: Blob;
  details: UploadDetails & { duration: number };
}

const SHOWN_LEVEL_COUNT = 48;
/** Ten minutes. The encoder keeps them in memory. */
const MAX_RECORDING_BYTES = DEFAULT_MAX_FILE_BYTES;
/** The MP3's overhead: a table of contents, and silence at both ends. */
const EXTRA_BYTES = 1024;

export class ActiveRecording {
  readonly #dependencies: RecordingDependencies;
  readonly #handlers: RecordingHandlers;
  #microphone: Microphone | undefined;
  #encoder: Encoder | undefined;
  #loudness: LoudnessMeter | undefined;
  /** Resolves when all samples so far are encoded. */
  #encoding: Promise<void> = Promise.resolve();
  #frames = 0;
  #isFull = false;

  constructor(parts: RecordingDependencies, handlers: RecordingHandlers) {
    this.#dependencies = parts;
    this.#handlers = handlers;
  }

  /** Rejects if the microphone is unavailable, or lost before the recording begins. */
  async start(): Promise<void> {
    const early: Float32Array[] = [];
    let isLost = false;
    let handleSamples = (samples: Float32Array): void => void early.push(samples);
    const microphone = await this.#dependencies.openMicrophone({
      onSamples: samples => handleSamples(samples),
      onLost: () => {
        isLost = true;
        this.#handlers.onEnd('gone');
      },
    });
    this.#microphone = microphone;
    try {
      this.#encoder = await this.#dependencies.openEncoder(microphone.sampleRate);
    } catch (error) {
      await microphone.stop();
      throw error;
    }
    // While the encoder loaded: no more samples come.
    if (isLost) {
      await this.cancel();
      throw new Error('The microphone is gone');
    }
    this.#loudness = new LoudnessMeter(microphone.sampleRate);
    handleSamples = samples => this.#onSamples(samples, microphone.sampleRate);
    for (const samples of early) handleSamples(samples);
  }

  /** Releases the microphone. Rejects if the encoder failed, or without any samples. */
  async finish(): Promise<Recording> {
    await this.#microphone?.stop();
    await this.#encoding;
    if (!this.#encoder || !this.#loudness || this.#frames === 0) throw new Error('Nothing was heard');
    const bytes = await this.#encoder.finish();
    const name = `audio_${this.#dependencies.now()}.mp3`;
    const id = this.#dependencies.newId();
    return { id, bytes, details: { name, duration: this.#elapsed(), peaks: this.#loudness.computePeaks() } };
  }

  /** Releases the microphone and discards the recording. */
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
    // `finish` reports the error; until then the rejection has no handler.
    this.#encoding.catch(() => undefined);
    this.#handlers.onProgress(this.#elapsed(), this.#loudness?.getRecentLevels(SHOWN_LEVEL_COUNT) ?? []);
    const sizeInASecond = (this.#frames / sampleRate + 1) * bytesPerSecond + EXTRA_BYTES;
    this.#isFull = sizeInASecond > Math.min(MAX_RECORDING_BYTES, this.#dependencies.getMaxFileBytes());
    if (this.#isFull) this.#handlers.onEnd('full');
  }

  #elapsed(): number {
    return (this.#frames / (this.#microphone?.sampleRate ?? 1)) * 1000;
  }
}
