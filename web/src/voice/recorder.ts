import { Store } from '@snug/client';
import { CommandError, type MessageFile } from '@snug/protocol';
import type { UploadDetails } from '../files/upload/upload-file.ts';
import { errorText } from '../strings/error-text.ts';
import { strings } from '../strings/strings.ts';
import { ActiveRecording, type Recording, type RecordingDependencies } from './active-recording.ts';
import { getMicrophoneErrorText } from './microphone-error-text.ts';
import type { RecordingStorage } from './recording-storage.ts';

/** `kept`: recorded and not sent, until the person says what becomes of it. Times in ms. */
export type RecorderState =
  | { status: 'idle' | 'starting' | 'sending' }
  | { status: 'recording'; elapsed: number; levels: readonly number[] }
  | { status: 'kept'; recording: Recording; hasFailed: boolean };

export interface RecorderDependencies extends RecordingDependencies {
  isConnected(): boolean;
  upload(bytes: Blob, details: UploadDetails): Promise<MessageFile>;
  /** Hands it over, uploaded or not. Resolves when it is kept on its way, or cannot be. */
  send(recording: Recording, file?: MessageFile): Promise<void>;
  storage: RecordingStorage;
  showError(words: string): void;
  showInfo(words: string): void;
}

/** Records voice messages for one room, one after the other. A recording is lost only when it is discarded. */
export class Recorder {
  readonly state = new Store<RecorderState>({ status: 'idle' });
  readonly #dependencies: RecorderDependencies;
  #active: ActiveRecording | undefined;

  constructor(parts: RecorderDependencies) {
    this.#dependencies = parts;
  }

  async start(): Promise<void> {
    if (this.state.get().status !== 'idle') return;
    this.state.set({ status: 'starting' });
    const take: ActiveRecording = new ActiveRecording(this.#dependencies, {
      onProgress: (elapsed, levels) => {
        if (this.#active === take) this.state.set({ status: 'recording', elapsed, levels });
      },
      onEnd: reason => {
        if (this.#active === take) void this.#stopAndKeep(strings.voice[reason]);
      },
    });
    this.#active = take;
    try {
      await take.start();
      // Given up while the browser was still asking.
      if (this.#active !== take) await take.cancel();
      else if (this.state.get().status === 'starting')
        this.state.set({ status: 'recording', elapsed: 0, levels: [] });
    } catch (error) {
      if (this.#active !== take) return;
      this.#active = undefined;
      this.state.set({ status: 'idle' });
      this.#dependencies.showError(getMicrophoneErrorText(error));
    }
  }

  /** Ends the recording and sends it. */
  async stop(): Promise<void> {
    const recording = await this.#end();
    if (recording) await this.#send(recording);
  }

  /** Sends what was kept. */
  async retry(): Promise<void> {
    const state = this.state.get();
    if (state.status === 'kept') await this.#send(state.recording);
  }

  /** Gives up what is being recorded, or what was kept. */
  async discard(): Promise<void> {
    const take = this.#active;
    if (this.state.get().status === 'sending') return;
    this.#active = undefined;
    this.state.set({ status: 'idle' });
    this.#dependencies.storage.remove().catch(ignore);
    await take?.cancel();
  }

  /** Takes up what a page before this one recorded and did not send. */
  async restore(): Promise<void> {
    const recording = await this.#dependencies.storage.load().catch(ignore);
    if (recording && this.state.get().status === 'idle')
      this.state.set({ status: 'kept', recording, hasFailed: false });
  }

  /** The room is left: nobody is listened to any more, and what was said waits in the room. */
  async leave(): Promise<void> {
    if (this.state.get().status === 'starting') await this.discard();
    else await this.#stopAndKeep(strings.voice.left);
  }

  async #stopAndKeep(why: string): Promise<void> {
    const recording = await this.#end();
    if (!recording) return;
    this.state.set({ status: 'kept', recording, hasFailed: false });
    this.#dependencies.showInfo(why);
  }

  async #end(): Promise<Recording | undefined> {
    const take = this.#active;
    if (!take || this.state.get().status !== 'recording') return undefined;
    this.#active = undefined;
    this.state.set({ status: 'sending' });
    try {
      const recording = await take.finish();
      // Nobody says the same thing twice.
      this.#dependencies.storage.save(recording).catch(ignore);
      return recording;
    } catch (error) {
      this.state.set({ status: 'idle' });
      this.#dependencies.showError(getMicrophoneErrorText(error));
      return undefined;
    }
  }

  async #send(recording: Recording): Promise<void> {
    this.state.set({ status: 'sending' });
    const parts = this.#dependencies;
    try {
      const file = parts.isConnected() ? await parts.upload(recording.bytes, recording.details) : undefined;
      await parts.send(recording, file);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      if (parts.isConnected()) return this.#fail(recording, error);
      await parts.send(recording);
    }
    parts.storage.remove().catch(ignore);
    this.state.set({ status: 'idle' });
  }

  #fail(recording: Recording, error: CommandError): void {
    this.state.set({ status: 'kept', recording, hasFailed: true });
    this.#dependencies.showError(errorText(error));
  }
}

/** A browser that stores nothing takes nothing away but the recording's life after the page. */
function ignore(): undefined {
  return undefined;
}
