import type { CommandInput } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemClock } from '../base/clock.ts';
import { isOnPostgres, temporaryDatabase } from '../testing/database.ts';
import { openEngineIndex } from '../testing/engine-index.ts';
import { anyHistory, anySearch, findAll, findByHand, SearchHistory } from '../testing/search-histories.ts';
import { MessageSearch } from './message-search.ts';
import { createBegin } from './search-run.ts';

type Input = CommandInput<'search_messages'>;

const GUEST = 4;
/** On a database server, a smaller history would take minutes to find. */
const HISTORIES = isOnPostgres ? 6 : 25;

test('MS5 MS3 after any history, a search finds what a look at every message and every right finds, and never more', async () => {
  let found = 0;
  const property = fc.asyncProperty(
    anyHistory,
    fc.array(anySearch, { minLength: 12, maxLength: 12 }),
    async (steps, searches) => {
      const { db } = await temporaryDatabase();
      const history = await SearchHistory.create(db);
      const index = await openEngineIndex(db, () => history.now);
      const search = new MessageSearch(
        createBegin({ read: db, index, steadyNow: () => 0, setTimer: systemClock.setTimer }),
      );
      const find = (who: number, input: Input) =>
        search.search({ uid: history.people[who] ?? '', now: history.now, guest: who === GUEST }, input);
      for (const [number, step] of steps.entries()) {
        await history.run(step);
        const chosen = searches[number % searches.length];
        if (!chosen || number % 3 !== 0) continue;
        const input = history.toInput(chosen);
        const who = chosen.who % history.people.length;
        const findNow = () => findAll(cursor => find(who, { ...input, ...cursor }));
        const expected = await findByHand(history, history.people[who] ?? '', input);
        // The index does not know what happened since the last search.
        const early = await findNow();
        expect([input, listOthers(early, expected)]).toEqual([input, []]);
        await index.settle();
        const result = await findNow();
        found += listOthers(result, []).length;
        expect([input, result]).toEqual([input, expected]);
      }
    },
  );
  await fc.assert(property, { numRuns: HISTORIES, endOnFailure: isOnPostgres });
  expect(found).toBeGreaterThan(4 * HISTORIES);
});

function listOthers(found: string[] | 'not_found', allowed: string[] | 'not_found'): string[] {
  return [found].flat().filter(each => ![allowed].flat().includes(each));
}
