import { Store } from '@snug/client';
import type { Recorder, RecorderState } from './recorder.ts';

type RecorderCommand = 'restore' | 'start' | 'stop' | 'retry' | 'discard' | 'leave';

/** A recorder whose code loads with the first command. */
export class LazyRecorder {
  readonly state = new Store<RecorderState>({ status: 'idle' });
  readonly #load: (state: Store<RecorderState>) => Promise<Recorder>;
  #recorder: Promise<Recorder> | undefined;

  constructor(load: (state: Store<RecorderState>) => Promise<Recorder>) {
    this.#load = load;
  }

  /** Rejects if the code cannot be loaded. The next command tries again. */
  async run(command: RecorderCommand): Promise<void> {
    this.#recorder ??= this.#load(this.state);
    const recorder = await this.#recorder.catch(error => {
      this.#recorder = undefined;
      throw error;
    });
    await recorder[command]();
  }
}
