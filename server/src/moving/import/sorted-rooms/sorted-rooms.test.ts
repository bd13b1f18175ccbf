import { readdirSync } from 'node:fs';
import {
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  integer,
  oneof,
  record,
  string,
} from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { SortedRooms, type SortedRoomsOptions } from './sorted-rooms.ts';

interface Post {
  room: string;
  at: number;
  text: string;
}

function createRooms(options: SortedRoomsOptions = {}) {
  const folder = temporaryFolder();
  const rooms = new SortedRooms<Post>({ folder, ...options });
  onTestFinished(() => rooms.close());
  return { rooms, folder };
}

async function addAll(rooms: SortedRooms<Post>, posts: readonly Post[]) {
  for (const post of posts) await rooms.add(post.room, toKey(post), post);
}

function toKey({ at }: Post): string {
  return String(at).padStart(16, '0');
}

async function readAll(rooms: SortedRooms<Post>, names: readonly string[]): Promise<Post[]> {
  const posts: Post[] = [];
  for await (const batch of rooms.read(names)) posts.push(...batch);
  return posts;
}

const anyPost = record({
  room: constantFrom('general', 'random', 'plans'),
  at: integer({ min: 0, max: 5 }),
  text: oneof(string({ unit: 'binary', maxLength: 20 }), constant('a line\nand\ta tab')),
});

test('each room has its posts by time, and equal times in the order in which they were added', async () => {
  await assert(
    asyncProperty(
      array(anyPost, { maxLength: 60 }),
      integer({ min: 1, max: 4_000 }),
      async (posts, maxBufferBytes) => {
        const rooms = new SortedRooms<Post>({ maxBufferBytes, maxRuns: 3, maxBatch: 7 });
        try {
          await addAll(rooms, posts);
          for (const room of ['general', 'random', 'plans']) {
            const expected = posts
              .filter(post => post.room === room)
              .toSorted((one, other) => one.at - other.at);
            expect(await readAll(rooms, [room])).toEqual(expected);
          }
          const expected = posts
            .filter(({ room }) => room !== 'plans')
            .toSorted((one, other) => one.at - other.at);
          expect(await readAll(rooms, ['random', 'general', 'random'])).toEqual(expected);
        } finally {
          await rooms.close();
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('no file can be found in the folder at any time', async () => {
  const { rooms, folder } = createRooms({ maxBufferBytes: 1, maxRuns: 2 });
  for (let at = 0; at < 9; at++) {
    await addAll(rooms, [{ room: 'general', at, text: 'secret' }]);
    expect(readdirSync(folder)).toEqual([]);
  }
  expect(await readAll(rooms, ['general'])).toHaveLength(9);
  expect(readdirSync(folder)).toEqual([]);
});

test('a batch has at most so many items and about so many bytes', async () => {
  const { rooms } = createRooms({ maxBatch: 3, maxBatchBytes: 1_000 });
  const long = 'x'.repeat(1_000);
  await addAll(
    rooms,
    ['a', 'b', 'c', 'd', long, long, 'e'].map((text, at) => ({ room: 'general', at, text })),
  );
  const sizes: number[] = [];
  for await (const batch of rooms.read(['general'])) sizes.push(batch.length);
  expect(sizes).toEqual([3, 2, 1, 1]);
});

test('a room without items is empty', async () => {
  const { rooms } = createRooms();
  expect(await readAll(rooms, ['nowhere'])).toEqual([]);
});

test('an item larger than what is read at once is whole', async () => {
  const { rooms } = createRooms();
  const posts = ['é'.repeat(200_000), 'short'].map((text, at) => ({ room: 'general', at, text }));
  await addAll(rooms, posts);
  expect(await readAll(rooms, ['general'])).toEqual(posts);
});
