/**
 * Requests that arrive during a read share the next one. So each result contains all changes from before its request, and a
 * crowd that returns costs one read at a time.
 */
export class SharedRead<Value> {
  readonly #read: () => Promise<Value>;
  #running: Promise<Value> | undefined;
  #next: Promise<Value> | undefined;

  constructor(read: () => Promise<Value>) {
    this.#read = read;
  }

  get(): Promise<Value> {
    if (!this.#running) return this.#start();
    this.#next ??= this.#running.then(
      () => this.#startNext(),
      () => this.#startNext(),
    );
    return this.#next;
  }

  #startNext(): Promise<Value> {
    this.#next = undefined;
    return this.#start();
  }

  #start(): Promise<Value> {
    const running = this.#read();
    this.#running = running;
    const end = () => {
      this.#running = undefined;
    };
    running.then(end, end);
    return running;
  }
}
