type Edit<List> = (list: List) => List;

/** Reads a list from its start. The result of a read can be older than edits that come while it runs, so it gets them, too. */
export class FirstRows<List> {
  readonly #readRows: (count: number) => Promise<List>;
  readonly #missed = new Set<Edit<List>[]>();

  /** `readRows`: at least `count` rows if there are as many. */
  constructor(readRows: (count: number) => Promise<List>) {
    this.#readRows = readRows;
  }

  read(count: number): Promise<List> {
    const edits: Edit<List>[] = [];
    this.#missed.add(edits);
    return this.#readRows(count)
      .then(list => edits.reduce<List>((edited, edit) => edit(edited), list))
      .finally(() => this.#missed.delete(edits));
  }

  edit(edit: Edit<List>): void {
    for (const edits of this.#missed) edits.push(edit);
  }
}
