import { isAuthorEmail } from '../../account/provider-profile.ts';
import type { JobDefinition } from '../../cluster/jobs/job-runner.ts';
import { type Mutation, type Publication, SYSTEM_CALLER } from '../../db/mutation.ts';
import { cleanStoredName } from '../../db/name-keys.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { readPeople } from './person.ts';
import { indexPersonName } from './person-names.ts';
import { changeProfile } from './profiles.ts';

const INTERVAL_MS = 6 * 60 * 60_000;
const BATCH_SIZE = 200;

const selectPage = prepared<[after: string, limit: number], { id: string; email: string }>(
  `select "id", "email" from "users" where "id" > $1 and "deletedAt" is null order by "id" limit $2`,
);

/** Makes new people findable by their names, and cleans names that a server of an earlier release has stored. */
export const indexPeople: Mutation<{ uids: readonly string[] }, object> = {
  lockKeys: (_call, { uids }) => uids.map(uid => `person:${uid}` as const),

  async run(db, call, { uids }) {
    const publications: Publication[] = [];
    for (const { uid, name: stored } of await readPeople(db, uids)) {
      const name = cleanStoredName(stored);
      if (name === stored) await indexPersonName(db, uid, name);
      else publications.push(...(await changeProfile(db, { ...call, uid }, { name })).publications);
    }
    return { output: {}, publications };
  },
};

export const PROFILE_INDEX_MUTATIONS = { index_people: indexPeople };

/**
 * Also finds people whose names servers of an earlier release stored, but no authors of imported messages. The cursor is the last person.
 */
export function createPersonIndexSweep(
  read: Db,
  writer: MutationWriter<typeof PROFILE_INDEX_MUTATIONS>,
): JobDefinition {
  return {
    kind: 'person_index',
    intervalMs: INTERVAL_MS,
    async step(after = '') {
      const page = await selectPage(read, after, BATCH_SIZE);
      const uids = page.filter(({ email }) => !isAuthorEmail(email)).map(({ id }) => id);
      if (uids.length > 0) await writer.write('index_people', SYSTEM_CALLER, { uids });
      return page.length === BATCH_SIZE ? page.at(-1)?.id : undefined;
    },
  };
}
