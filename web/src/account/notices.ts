import type { Connection, Environment, Store } from '@snug/client';
import type { Notice } from '@snug/protocol';
import { LatestRead } from '../state/latest-read.ts';

/** After a restart of the server, the open pages spread their reads over this time. */
export const MAX_DELAY_MS = 30_000;

interface NoticesOptions {
  environment: Pick<Environment, 'random' | 'setTimer'>;
  connection: Pick<Connection, 'command' | 'events' | 'state'>;
  list: () => Promise<readonly Notice[]>;
}

/** What this person has not acknowledged on this device. */
export class Notices {
  /** The newest first; undefined while that is unknown. */
  readonly shown: Store<readonly Notice[] | undefined>;
  readonly #options: NoticesOptions;
  readonly #latest: LatestRead<readonly Notice[]>;
  #stopTimer: (() => void) | undefined;

  constructor(options: NoticesOptions) {
    this.#options = options;
    this.#latest = new LatestRead(options, options.list);
    this.shown = this.#latest.output;
  }

  /** Reads the notices at once, after each new one, and after each reconnect, because a page without a connection misses events. */
  start(): () => void {
    const { environment, connection } = this.#options;
    const read = () => {
      this.#stopTimer = undefined;
      this.#latest.refresh();
    };
    const onConnection = () => {
      this.#stopTimer?.();
      this.#stopTimer = undefined;
      if (connection.state.get().status !== 'connected') return;
      if (this.shown.get() === undefined) read();
      else this.#stopTimer = environment.setTimer(read, environment.random() * MAX_DELAY_MS);
    };
    const stops = [
      connection.state.subscribe(onConnection),
      connection.events.subscribe(({ type }) => type === 'notice_added' && this.#latest.refresh()),
    ];
    onConnection();
    return () => {
      for (const stop of stops) stop();
      this.#stopTimer?.();
      this.#latest.stop();
    };
  }

  /** Rejects with a `CommandError`. */
  async acknowledge(): Promise<void> {
    const [newest] = this.shown.get() ?? [];
    if (!newest) return;
    await this.#options.connection.command('acknowledge_notices', { until: newest.at });
    this.shown.set([]);
    // A newer notice can have come, and a read that began before the acknowledgement still lists the old ones.
    this.#latest.refresh();
  }
}
