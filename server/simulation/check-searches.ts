import { assertEqual } from '@snug/testkit/compare.ts';
import type { Db } from '../src/db/schema.ts';
import { MessageSearch } from '../src/search/message-search.ts';
import { createBegin, type SearchInput } from '../src/search/search-run.ts';
import { findAll, findByHand } from '../src/testing/search-histories.ts';
import { SimpleIndex } from '../src/testing/simple-index.ts';
import type { SimulatedClock } from './clock.ts';
import type { Simulation } from './simulation.ts';

/** Throws unless everyone finds what a look at all messages and all rights finds. */
export async function checkSearches(
  { clients, privateRoomId }: Simulation,
  db: Db,
  { now: readTime, steadyNow, setTimer }: SimulatedClock,
): Promise<void> {
  const search = new MessageSearch(
    createBegin({ read: db, index: new SimpleIndex(db), steadyNow, setTimer }),
  );
  const now = readTime();
  for (const { uid, name } of new Set(clients.map(({ person }) => person))) {
    const inputs: SearchInput[] = [
      { text: 'private' },
      { text: 'private', roomId: privateRoomId },
      { text: '1' },
      { text: '-private', from: uid },
      { mentions: true },
      { saved: true },
      { has: ['pin'] },
    ];
    for (const input of inputs) {
      const found = await findAll(cursor => search.search({ uid, now }, { ...input, ...cursor }));
      assertEqual(
        `what ${name} finds by ${JSON.stringify(input)}`,
        found,
        await findByHand({ db, now }, uid, input),
      );
    }
  }
}
