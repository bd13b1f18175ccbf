import type { AccessHistory } from './access-history.ts';
import type { SimulatedServer } from './server.ts';

export interface DownloadsOptions {
  accessHistory: Pick<AccessHistory, 'moment' | 'couldReadSince'>;
  /** Of a message in the private room. */
  privateFileId: string;
}

/** Downloads of a file in a private room. Reports one by a person who could not read the room at any moment of it. */
export class Downloads {
  readonly #options: DownloadsOptions;
  readonly #onError: (error: unknown) => void;
  /** How many were allowed. */
  count = 0;

  constructor(options: DownloadsOptions, onError: (error: unknown) => void) {
    this.#options = options;
    this.#onError = onError;
  }

  start(server: SimulatedServer | undefined, uid: string): void {
    const { accessHistory, privateFileId } = this.#options;
    const { moment } = accessHistory;
    const check = (canDownload: boolean) => {
      if (!canDownload) return;
      this.count++;
      if (!accessHistory.couldReadSince(uid, moment))
        throw new Error(`${uid} downloaded a file of a room that they could not read`);
    };
    server?.canDownload(uid, privateFileId).then(check).catch(this.#onError);
  }
}
