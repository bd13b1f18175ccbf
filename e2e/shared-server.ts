import { storePerson } from '@snug/testkit/store-person.ts';
import { type Server, startServer } from './server.ts';

/** The list of rooms grows with each test, which slows down everything that shows it. */
const TESTS_PER_SERVER = 15;

/** Reuses a server for several tests, because starting one takes longer than many tests. */
export class SharedServer {
  #server: Server | undefined;
  #tests = 0;

  /** A server for the next test. It may have people and rooms of earlier tests, but none of them is signed in. */
  async next(): Promise<Server> {
    if (this.#tests === TESTS_PER_SERVER) await this.remove();
    this.#server ??= await startUsedServer();
    this.#tests++;
    return this.#server;
  }

  async remove(): Promise<void> {
    await this.#server?.remove();
    this.#server = undefined;
    this.#tests = 0;
  }
}

/** A server without accounts has another sign-in page. */
async function startUsedServer(): Promise<Server> {
  const server = await startServer();
  await storePerson(server, 'Zero', 'zero@snug.example');
  return server;
}
