import { type FindCursor, foldName, MAX_FOUND_ROOMS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { toNameKeys } from '../../db/name-keys.ts';
import { addPerson, createRoomJob, runJobs, temporaryDatabase } from '../../testing/database.ts';
import { findRoomIds } from './room-names.ts';

async function createNamedRooms(...names: string[]) {
  const { db } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const byId = new Map<string, string>();
  for (const name of names) {
    const id = newId();
    byId.set(id, name);
    await runJobs(db, createRoomJob(uid, { id, name }));
  }
  const page = async (text: string, after?: FindCursor) => {
    const { roomIds, next } = await findRoomIds(db, { text, after });
    return { names: roomIds.map(id => byId.get(id)), next };
  };
  const find = async (text: string) => (await page(text)).names;
  const rename = (from: string, to: string) => {
    const [roomId] = [...byId].find(([, name]) => name === from) ?? [''];
    byId.set(roomId, to);
    return runJobs(db, { mutation: 'edit_room', caller: { uid }, input: { roomId, name: to } });
  };
  return { find, page, rename };
}

test('R4 names that begin with the text come first, then those with it further inside, then those with its words in any order', async () => {
  const { find } = await createNamedRooms(
    'Kitchen garden',
    'Garden',
    'Garden party',
    'The big garden kitchen',
    'Cellar',
  );
  expect(await find('gar')).toEqual(['Garden', 'Garden party', 'Kitchen garden', 'The big garden kitchen']);
  expect(await find('garden kit')).toEqual(['The big garden kitchen', 'Kitchen garden']);
  expect(await find('arden')).toEqual([]);
  expect(await find('party gar')).toEqual(['Garden party']);
});

test('R4 case, accents and punctuation make no difference', async () => {
  const { find } = await createNamedRooms('Café Zürich', 'ΟΔΟΣ', 'Straße', 'release/1.0-notes', 'C++');
  expect(await find('CAFE')).toEqual(['Café Zürich']);
  expect(await find('zuri')).toEqual(['Café Zürich']);
  expect(await find('οδός')).toEqual(['ΟΔΟΣ']);
  expect(await find('STRASSE')).toEqual(['Straße']);
  expect(await find('notes')).toEqual(['release/1.0-notes']);
  expect(await find('c++')).toEqual(['C++']);
});

test('R4 names in every script are found, also without spaces between words', async () => {
  const { find } = await createNamedRooms(
    '日本語チャット',
    'ห้องนั่งเล่น',
    'Кухня сада',
    'غرفة الحديقة',
    'हिन्दी कमरा',
    '🎉',
    '???',
  );
  expect(await find('日本')).toEqual(['日本語チャット']);
  expect(await find('チャ')).toEqual(['日本語チャット']);
  expect(await find('นั่ง')).toEqual(['ห้องนั่งเล่น']);
  expect(await find('сад')).toEqual(['Кухня сада']);
  expect(await find('الحد')).toEqual(['غرفة الحديقة']);
  expect(await find('कम')).toEqual(['हिन्दी कमरा']);
  expect(await find('🎉')).toEqual(['🎉']);
  expect(await find('??')).toEqual(['???']);
});

test('R4 a room is found by its new name, and not by the old one', async () => {
  const { find, rename } = await createNamedRooms('Garden');
  await rename('Garden', 'Cellar');
  expect([await find('garden'), await find('cell')]).toEqual([[], ['Cellar']]);
});

test('R4 a result has at most 20 rooms, and the search continues after it, each room once', async () => {
  const names = Array.from({ length: 130 }, (_, index) => `Go go room ${String(index).padStart(3, '0')} go`);
  const { page } = await createNamedRooms(...names);
  for (const text of ['go', 'go room', 'room go']) {
    const found: unknown[] = [];
    let after: FindCursor | undefined;
    let calls = 0;
    do {
      const { names: some, next } = await page(text, after);
      expect(some.length).toBeLessThanOrEqual(MAX_FOUND_ROOMS);
      found.push(...some);
      after = next;
      expect(++calls).toBeLessThan(60);
    } while (after);
    expect([text, found.map(String).toSorted((a, b) => (a < b ? -1 : 1))]).toEqual([text, names]);
  }
});

test('R4 one call scans a bounded number of names, and picks the rarest word', async () => {
  const { find, page } = await createNamedRooms(
    ...Array.from({ length: 500 }, (_, index) => `Common room ${index}`),
  );
  expect(await find('499 common')).toEqual(['Common room 499']);
  const { names, next } = await page('room absent common');
  expect([names, next]).toEqual([[], undefined]);
});

test('R4 the keys of a name are bounded', () => {
  const keys = toNameKeys('ﷺ'.repeat(80));
  expect(keys.length).toBeLessThanOrEqual(80 * 4);
  for (const { words } of keys) expect(words.length).toBeLessThanOrEqual(64);
  expect(toNameKeys('日本語'.repeat(26)).length).toBeLessThanOrEqual(78);
  expect(foldName('  Ä  b ')).toBe('a b');
});
