import { MAX_RESULT_BYTES, MAX_WATCHED_PEOPLE } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { jsonBytes } from '../../limits/json-bytes.ts';
import { addPerson, NOW, temporaryDatabase } from '../../testing/database.ts';
import { readWatchedPeople } from './watched-people.ts';

test('P2 Q10 500 people with long names are returned in parts of at most 64 kB, each person once', async () => {
  const { db } = await temporaryDatabase();
  const uids: string[] = [];
  while (uids.length < MAX_WATCHED_PEOPLE)
    uids.push(uids.length % 7 ? await addPerson(db, '\u0001'.repeat(80)) : newId());
  const seen: string[] = [];
  let parts = 0;
  for (let from: number | undefined = 0; from !== undefined; parts++) {
    const result = await readWatchedPeople(db, { uid: newId(), now: NOW }, uids, from);
    expect(jsonBytes(result)).toBeLessThanOrEqual(MAX_RESULT_BYTES);
    seen.push(...result.people.map(({ uid }) => uid));
    from = result.next;
  }
  expect(seen).toEqual(uids.filter((_, index) => index % 7));
  expect(parts).toBe(4);
});
