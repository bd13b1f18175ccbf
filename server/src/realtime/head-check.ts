import type { RoomFeed } from './room-feed.ts';

const CHUNK_SIZE = 500;
const RETRY_MS = 1_000;

export interface HeadCheckOptions {
  feed: Pick<RoomFeed, 'roomIds' | 'expect'>;
  readPositions: (roomIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  setTimer: (run: () => void, ms: number) => void;
  onFailure: (error: unknown) => void;
}

/** Compares the positions of the open rooms with those in the database. The feed then fills the gaps. */
export class HeadCheck {
  readonly #options: HeadCheckOptions;
  #isRunning = false;
  #isDue = false;

  constructor(options: HeadCheckOptions) {
    this.#options = options;
  }

  /** Requests during a comparison cause one more. */
  request(): void {
    this.#isDue = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    const { setTimer, onFailure } = this.#options;
    while (this.#isDue) {
      this.#isDue = false;
      try {
        await this.#compare();
      } catch (error) {
        onFailure(error);
        this.#isDue = true;
        await new Promise<void>(resolve => setTimer(resolve, RETRY_MS));
      }
    }
    this.#isRunning = false;
  }

  async #compare(): Promise<void> {
    const { feed, readPositions } = this.#options;
    const roomIds = feed.roomIds;
    for (let from = 0; from < roomIds.length; from += CHUNK_SIZE) {
      const positions = await readPositions(roomIds.slice(from, from + CHUNK_SIZE));
      for (const [roomId, seq] of positions) feed.expect(roomId, seq);
    }
  }
}
