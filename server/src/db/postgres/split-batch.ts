import { collectLockKeys } from '../lock-keys.ts';
import type { Mutations } from '../mutation.ts';
import type { WriteJob } from '../store.ts';

interface Group {
  keys: Set<string>;
  indexes: number[];
}

/** Changes of people only are short, so they share a transaction. */
const PEOPLE = 'people';

/** Returns indexes of jobs. No two groups have a common lock, so a change in one room never holds another. */
export function splitBatch(mutations: Mutations, jobs: readonly WriteJob[]): number[][] {
  let groups: Group[] = [];
  for (const [index, job] of jobs.entries()) {
    const keys: string[] = collectLockKeys(mutations, [job]);
    if (keys.length > 0 && keys.every(key => key.startsWith('person:'))) keys.push(PEOPLE);
    const related = groups.filter(group => keys.some(key => group.keys.has(key)));
    groups = groups.filter(group => !related.includes(group));
    groups.push(joinGroups([...related, { keys: new Set(keys), indexes: [index] }]));
  }
  return groups.map(({ indexes }) => indexes);
}

function joinGroups(groups: readonly Group[]): Group {
  return {
    keys: new Set(groups.flatMap(({ keys }) => [...keys])),
    indexes: groups.flatMap(({ indexes }) => indexes).toSorted((a, b) => a - b),
  };
}
