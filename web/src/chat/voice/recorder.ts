import { Store } from '@snug/client';
import type { CommandError } from '@snug/protocol';
import { errorText } from '../../strings/error-text.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { ActiveRecording, type Recording, type RecordingDependencies } from './active-recording.ts';
import { getMicrophoneErrorText } from './microphone-error-text.ts';
import type { RecordingStorage } from './recording-storage.ts';

/** `kept`: recorded and unsent; the person sends or discards it. Times in ms. */
export type RecorderState =
  | { status: 'idle' | 'starting' | 'sending' }
  | { status: 'recording'; elapsed: number; levels: readonly number[] }
  | { status: 'kept'; recording: Recording; hasFailed: boolean };

export interface RecorderDependencies extends RecordingDependencies {
  /**
   * Puts the recording into the outbox and uploads it. Resolves to the error; to undefined if the message is sent. `isAgain`: by
   * itself, after a failure.
   */
  send(recording: Recording, isAgain: boolean): Promise<CommandError | undefined>;
  /** Calls the listener at each new connection, until the returned function is called. */
  onReconnected(listener: () => void): () => void;
  /** Resolves when the browser has tried to store the item of the outbox. */
  isStored(id: string): Promise<boolean>;
  cancel(id: string): void;
  /** For recordings that are not in the outbox. */
  storage: RecordingStorage;
  showError(words: string): void;
  showInfo(words: string): void;
}

export class Recorder {
  readonly state: Store<RecorderState>;
  readonly #dependencies: RecorderDependencies;
  #active: ActiveRecording | undefined;
  #stopWaiting: () => void = ignore;

  constructor(parts: RecorderDependencies, state = new Store<RecorderState>({ status: 'idle' })) {
    this.#dependencies = parts;
    this.state = state;
  }

  async start(): Promise<void> {
    if (this.state.get().status !== 'idle') return;
    this.state.set({ status: 'starting' });
    const active = this.#createRecording();
    this.#active = active;
    try {
      await active.start();
      // Discarded while the browser asked for permission.
      if (this.#active !== active) await active.cancel();
      else if (this.state.get().status === 'starting')
        this.state.set({ status: 'recording', elapsed: 0, levels: [] });
    } catch (error) {
      if (this.#active !== active) return;
      this.#active = undefined;
      this.state.set({ status: 'idle' });
      this.#dependencies.showError(getMicrophoneErrorText(error));
    }
  }

  #createRecording(): ActiveRecording {
    const active: ActiveRecording = new ActiveRecording(this.#dependencies, {
      onProgress: (elapsed, levels) => {
        if (this.#active === active) this.state.set({ status: 'recording', elapsed, levels });
      },
      onEnd: reason => {
        if (this.#active === active) void this.#stopAndKeep(lazyStrings.recording[reason]);
      },
    });
    return active;
  }

  async stop(): Promise<void> {
    const recording = await this.#end();
    if (recording) await this.#send(recording);
  }

  async retry(): Promise<void> {
    const state = this.state.get();
    if (state.status === 'kept') await this.#send(state.recording);
  }

  async discard(): Promise<void> {
    const active = this.#active;
    if (this.state.get().status === 'sending') return;
    this.#active = undefined;
    this.#stopWaiting();
    this.state.set({ status: 'idle' });
    this.#dependencies.storage.remove().catch(ignore);
    await active?.cancel();
  }

  /** Loads an unsent recording of an earlier page. */
  async restore(): Promise<void> {
    const recording = await this.#dependencies.storage.load().catch(ignore);
    if (recording && this.state.get().status === 'idle')
      this.state.set({ status: 'kept', recording, hasFailed: false });
  }

  /** The person leaves the room: the recording stops and is kept. */
  async leave(): Promise<void> {
    if (this.state.get().status === 'starting') await this.discard();
    else await this.#stopAndKeep(lazyStrings.recording.left);
  }

  async #stopAndKeep(why: string): Promise<void> {
    const recording = await this.#end();
    if (!recording) return;
    this.#keep(recording, false);
    this.#dependencies.showInfo(why);
  }

  async #end(): Promise<Recording | undefined> {
    const active = this.#active;
    if (!active || this.state.get().status !== 'recording') return undefined;
    this.#active = undefined;
    this.state.set({ status: 'sending' });
    try {
      return await active.finish();
    } catch (error) {
      this.state.set({ status: 'idle' });
      this.#dependencies.showError(getMicrophoneErrorText(error));
      return undefined;
    }
  }

  async #send(recording: Recording, isAgain = false): Promise<void> {
    this.#stopWaiting();
    this.state.set({ status: 'sending' });
    const sending = this.#dependencies.send(recording, isAgain);
    let isInOutbox = true;
    // The outbox survives the page, too, and would send the recording.
    void this.#dependencies.isStored(recording.id).then(isStored => {
      if (isStored && isInOutbox) this.#dependencies.storage.remove().catch(ignore);
    });
    const error = await sending;
    isInOutbox = false;
    if (error) return this.#fail(recording, error, isAgain);
    this.#dependencies.storage.remove().catch(ignore);
    this.state.set({ status: 'idle' });
  }

  #fail(recording: Recording, error: CommandError, isAgain: boolean): void {
    this.#keep(recording, true);
    this.#dependencies.cancel(recording.id);
    if (!isAgain || !error.isRetryable) this.#dependencies.showError(errorText(error));
    // An upload can fail before the client knows that the connection is lost.
    if (error.isRetryable)
      this.#stopWaiting = this.#dependencies.onReconnected(() => void this.#sendAgain(recording));
  }

  /** Unless the person has sent or discarded it, here or in another tab. */
  async #sendAgain(recording: Recording): Promise<void> {
    const stored = await this.#dependencies.storage.load().catch(ignore);
    const state = this.state.get();
    if (state.status === 'kept' && state.recording === recording && stored?.id === recording.id)
      await this.#send(recording, true);
  }

  /** Saves it, because the person cannot repeat it exactly. */
  #keep(recording: Recording, hasFailed: boolean): void {
    this.state.set({ status: 'kept', recording, hasFailed });
    this.#dependencies.storage.save(recording).catch(ignore);
  }
}

/** If the browser stores nothing, a recording merely does not survive its page. */
function ignore(): undefined {
  return undefined;
}
