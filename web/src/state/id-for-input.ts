const NONE = { id: '', text: '' };

/**
 * If a result was lost, the next attempt with the same input creates nothing else. With another input it must not return what
 * the first attempt created: that could be an open room in place of a private one.
 */
export class IdForInput {
  readonly #newId: () => string;
  #last = NONE;

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  add<Input extends object>(input: Input): Input & { id: string } {
    const text = JSON.stringify(input);
    if (text !== this.#last.text) this.#last = { id: this.#newId(), text };
    return { ...input, id: this.#last.id };
  }

  /** After a success: the same input creates another one. */
  finish(): void {
    this.#last = NONE;
  }
}
