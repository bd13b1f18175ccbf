import type { CommandInput } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemClock } from '../base/clock.ts';
import { temporaryDatabase } from '../testing/database.ts';
import { anyHistory, anySearch, findAll, findByHand, SearchHistory } from '../testing/search-histories.ts';
import { SimpleIndex } from '../testing/simple-index.ts';
import { MessageSearch } from './message-search.ts';
import { createBegin } from './search-run.ts';

type Input = CommandInput<'search_messages'>;

const GUEST = 4;

test('MS5 MS3 after any history, a search finds what a look at every message and every right finds', async () => {
  let found = 0;
  const property = fc.asyncProperty(
    anyHistory,
    fc.array(anySearch, { minLength: 12, maxLength: 12 }),
    async (steps, searches) => {
      const { db } = await temporaryDatabase();
      const history = await SearchHistory.create(db);
      const index = new SimpleIndex(db);
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
        const result = await findAll(cursor => find(who, { ...input, ...cursor }));
        found += result === 'not_found' ? 0 : result.length;
        expect([input, result]).toEqual([input, await findByHand(history, history.people[who] ?? '', input)]);
      }
    },
  );
  await fc.assert(property, { numRuns: 25 });
  expect(found).toBeGreaterThan(100);
});
