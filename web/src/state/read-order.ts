/** Of reads of one list that overlap, none replaces the result of a later one. */
export class ReadOrder {
  #begun = 0;
  #taken = 0;

  /** A read begins. Call the returned function with its result: false if a later read has one already. */
  begin(): () => boolean {
    const number = ++this.#begun;
    return () => {
      if (number < this.#taken) return false;
      this.#taken = number;
      return true;
    };
  }
}
