import type { CustomEmoji } from '@snug/protocol';

export interface ShownEmoji {
  /** The first name, which reactions use. */
  key: string;
  /** The others, sorted. */
  names: readonly string[];
  picture: string;
  animated: boolean;
}

/** The emoji that show now. It does not change. */
export class KnownEmoji {
  /** Whether all names are known, as of the newest version that the client knows of. */
  readonly isComplete: boolean;
  readonly #rows: ReadonlyMap<string, CustomEmoji>;
  #list: readonly ShownEmoji[] | undefined;
  #byKey: ReadonlyMap<string, ShownEmoji> | undefined;

  constructor(rows: ReadonlyMap<string, CustomEmoji>, isComplete: boolean) {
    this.#rows = rows;
    this.isComplete = isComplete;
  }

  /** By any of its names, without colons. */
  readonly find = (name: string): ShownEmoji | undefined => {
    const row = this.#rows.get(name);
    return row?.ended ? undefined : this.#shown.get(row?.key ?? name);
  };

  /** Sorted by their first names. */
  get list(): readonly ShownEmoji[] {
    this.#list ??= [...this.#shown.values()];
    return this.#list;
  }

  get #shown(): ReadonlyMap<string, ShownEmoji> {
    this.#byKey ??= collect([...this.#rows.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)));
    return this.#byKey;
  }
}

function collect(sorted: readonly CustomEmoji[]): ReadonlyMap<string, ShownEmoji> {
  const others = Map.groupBy(
    sorted.filter(({ key, ended }) => key !== undefined && !ended),
    ({ key }) => key,
  );
  return new Map(
    sorted.flatMap(({ name: key, picture, animated = false }) => {
      const names = others.get(key)?.map(({ name }) => name) ?? [];
      return picture === undefined ? [] : [[key, { key, names, picture, animated }]];
    }),
  );
}
