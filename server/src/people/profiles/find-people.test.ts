import { expect, test } from 'vitest';
import type { Db } from '../../db/schema.ts';
import { addPerson, createTestRoom, runJob, temporaryDatabase } from '../../testing/database.ts';
import { findPeople } from './find-people.ts';

async function addFindable(db: Db, ...names: string[]): Promise<string[]> {
  const uids: string[] = [];
  for (const name of names) uids.push(await addPerson(db, name));
  await runJob(db, { mutation: 'index_people', caller: { uid: '' }, input: { uids } });
  return uids;
}

async function findNames(db: Db, text: string, roomId?: string): Promise<string[]> {
  const { people } = await findPeople(db, { text }, roomId);
  return people.map(({ name }) => name).toSorted();
}

test('people are found without regard to case, accents and missing keys, in any script', async () => {
  const { db } = await temporaryDatabase();
  const names = [
    'Łukasz Żółty',
    'Søren Ægirsson',
    'Nguyễn Thị Hương',
    'İpek Çağrı',
    'Ελένη Παπαδοπούλου',
    'Ёлка Фёдорова',
    '山田太郎',
    '김민수',
  ];
  await addFindable(db, ...names, 'Somebody Else');
  for (const [text, name] of [
    ['zolty', 'Łukasz Żółty'],
    ['LUKASZ ZOL', 'Łukasz Żółty'],
    ['aeg', 'Søren Ægirsson'],
    ['huong', 'Nguyễn Thị Hương'],
    ['ipek cag', 'İpek Çağrı'],
    ['ελενη', 'Ελένη Παπαδοπούλου'],
    ['елка', 'Ёлка Фёдорова'],
    ['太郎', '山田太郎'],
    ['김민', '김민수'],
  ] as const)
    expect([text, await findNames(db, text)]).toEqual([text, [name]]);
  expect(await findNames(db, 'ukasz'), 'within a word').toEqual([]);
});

test('with a room, only its members are found', async () => {
  const { db, roomId } = await createTestRoom();
  const [zoe = '', zora = ''] = await addFindable(db, 'Zoë', 'Zora');
  expect(await findNames(db, 'zo')).toEqual(['Zora', 'Zoë']);
  expect(await findNames(db, 'zo', roomId)).toEqual([]);
  const run = (mutation: string, uid: string) => runJob(db, { mutation, caller: { uid }, input: { roomId } });
  for (const uid of [zoe, zora]) await run('join_room', uid);
  await run('leave_room', zora);
  expect(await findNames(db, 'zo', roomId)).toEqual(['Zoë']);
});

test('a deleted account is not found', async () => {
  const { db } = await temporaryDatabase();
  const [zoe = ''] = await addFindable(db, 'Zoë', 'Zora');
  await runJob(db, { mutation: 'delete_account', caller: { uid: zoe }, input: { erasesWords: false } });
  expect(await findNames(db, 'zo')).toEqual(['Zora']);
  expect(await findNames(db, 'someone')).toEqual([]);
});
