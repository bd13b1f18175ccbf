import { type Server, startServer } from './server.ts';

/** The list of rooms gets longer with each test, and with it everything that shows it. */
const TESTS_PER_SERVER = 15;

/** A server for one test after the other: to start one for each takes more time than many tests do. */
export class SharedServer {
  #server: Server | undefined;
  #tests = 0;

  /** For the next test. The people and rooms of some before it may still be there; none of them is signed in anywhere. */
  async next(): Promise<Server> {
    if (this.#tests === TESTS_PER_SERVER) await this.remove();
    this.#server ??= await startServer();
    this.#tests++;
    return this.#server;
  }

  async remove(): Promise<void> {
    await this.#server?.remove();
    this.#server = undefined;
    this.#tests = 0;
  }
}
