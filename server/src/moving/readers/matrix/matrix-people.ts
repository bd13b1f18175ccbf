import { deriveId } from '../../../base/derived-id.ts';
import type { ImportedPerson } from '../../import/import-source.ts';
import type { Ledger } from '../../import/ledger.ts';
import { toName } from '../names.ts';

/** Everybody whom the events name, by their Matrix id, such as "@ann:example.org". */
export class MatrixPeople {
  readonly #workspace: string;
  readonly #ledger: Ledger;
  readonly #people = new Map<string, ImportedPerson>();
  /** Programs send notices only. */
  readonly #writers = new Set<string>();
  readonly #programs = new Set<string>();

  constructor(workspace: string, ledger: Ledger) {
    this.#workspace = workspace;
    this.#ledger = ledger;
  }

  /** After all events. */
  finish(): readonly ImportedPerson[] {
    for (const id of this.#programs) {
      const person = this.#people.get(id);
      if (person && !this.#writers.has(id)) person.bot = true;
    }
    return [...this.#people.values()];
  }

  find(id: string): ImportedPerson | undefined {
    return this.#people.get(id);
  }

  get(id: string): ImportedPerson {
    const known = this.#people.get(id);
    if (known) return known;
    this.#ledger.read('person');
    const person: ImportedPerson = {
      id: deriveId(0, this.#workspace, 'user', id),
      sourceId: id,
      name: toName(/^@([^:]+)/.exec(id)?.[1] ?? '', id),
    };
    this.#people.set(id, person);
    return person;
  }

  /** The last name counts. */
  setName(id: string, name: string): void {
    const person = this.get(id);
    person.name = toName(name, person.name);
  }

  addMessage(id: string, isNotice: boolean): void {
    this.get(id);
    (isNotice ? this.#programs : this.#writers).add(id);
  }
}
