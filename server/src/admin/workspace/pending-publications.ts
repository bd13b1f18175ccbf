import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import { type Mutation, type Mutations, type Publication, SYSTEM_CALLER } from '../../db/mutation.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';

// A process that changes the database beside a single server stores its publications there, and the server publishes them. Several
// servers get them from the database by themselves.

const INTERVAL_MS = 250;
const BATCH_SIZE = 100;

const insert = prepared<[id: string, publication: string], never>(
  `insert into "pending_publications" ("id", "publication") values ($1, $2)`,
);
const selectFirst = prepared<[], { id: string }>(
  `select "id" from "pending_publications" where "id" > '' order by "id" limit 1`,
);
const takeFirst = prepared<[limit: number], { id: string; publication: string }>(
  `delete from "pending_publications" where "id" in (
     select "id" from "pending_publications" where "id" > '' order by "id" limit $1) returning "id", "publication"`,
);

/** The mutation also stores its publications, in its transaction. */
export function withPendingPublications(mutation: Mutation<never, unknown>): Mutations[string] {
  return {
    ...mutation,
    async run(db, call, input) {
      const result = await mutation.run(db, call, input);
      for (const publication of result.publications) await insert(db, newId(), JSON.stringify(publication));
      return result;
    },
  };
}

/** Its publications are those that wait. */
export const takePublications: Mutation<object, object> = {
  isUnrepeatable: true,
  lockKeys: () => [],

  async run(db) {
    const rows = (await takeFirst(db, BATCH_SIZE)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const publications = rows.map(({ publication }) => JSON.parse(publication) as Publication);
    return { output: {}, publications };
  },
};

export interface PendingPublicationsOptions {
  read: Db;
  writer: MutationWriter<{ take_publications: typeof takePublications }>;
  repeat: Clock['repeat'];
  onFailure: (error: unknown) => void;
}

/** Publishes what other processes store. Returns a function that ends this. */
export function publishPending({ read, writer, repeat, onFailure }: PendingPublicationsOptions): () => void {
  const takeAll = async () => {
    if ((await selectFirst(read)).length > 0) await writer.write('take_publications', SYSTEM_CALLER, {});
  };
  return repeat(() => void takeAll().catch(onFailure), INTERVAL_MS);
}
