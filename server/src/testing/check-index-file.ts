import { haveWords, listTermChoices, parseSearchWords } from '@snug/protocol';
import { readEpoch } from '../db/epoch.ts';
import type { Db } from '../db/schema.ts';
import { MAX_CANDIDATES } from '../search/search-index.ts';
import { Finder } from '../search/sqlite/finder.ts';
import { Follower } from '../search/sqlite/follower.ts';
import { MessageSource } from '../search/sqlite/message-source.ts';
import { SearchFile } from '../search/sqlite/search-file.ts';
import { settleFollower } from './engine-index.ts';

interface Live {
  place: string;
  text: string;
}

/**
 * Opens the index in a data folder like the next start, and compares it with a look at every text: what is missing, and what is there
 * that is not live. Each of `words` is searched, too.
 */
export async function findIndexProblems(db: Db, data: string, words: readonly string[]): Promise<string[]> {
  const file = SearchFile.openForWrites(data, await readEpoch(db));
  try {
    await settleFollower(new Follower(file, new MessageSource(db), Date.now));
    const live = await listLive(db);
    const problems = compare('', await findPlaces(file, db, ''), live);
    for (const text of words) {
      const query = parseSearchWords(text, false);
      const expected = live.filter(each => haveWords([each.text], query));
      const kept = new Set(expected.map(({ place }) => place));
      // The texts decide about those that it proposes too much.
      const found = (await findPlaces(file, db, text)).filter(place => kept.has(place));
      problems.push(...compare(text, found, expected));
    }
    return problems;
  } finally {
    file.close();
  }
}

function compare(text: string, found: readonly string[], expected: readonly Live[]): string[] {
  const [isFound, isExpected] = [new Set(found), new Set(expected.map(({ place }) => place))];
  return [
    ...expected.filter(({ place }) => !isFound.has(place)).map(({ place }) => `"${text}" misses ${place}`),
    ...found.filter(place => !isExpected.has(place)).map(place => `"${text}" finds ${place}`),
    ...(isFound.size < found.length ? [`"${text}" finds messages twice`] : []),
  ];
}

/** In all rooms and pages. */
async function findPlaces(file: SearchFile, db: Db, text: string): Promise<string[]> {
  const rooms = await db.selectFrom('rooms').select('id').where('kind', '<>', 'open').execute();
  const query = {
    open: { except: [] },
    roomIds: rooms.map(({ id }) => id),
    choices: parseSearchWords(text, false).wanted.flatMap(listTermChoices),
    limit: MAX_CANDIDATES,
  };
  const finder = new Finder(file);
  const turns = { next: async () => false, now: Date.now };
  const places: string[] = [];
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await finder.find({ ...query, below }, { waiting: [], isCompared: true }, turns);
    places.push(...page.candidates.map(({ roomId, seq }) => `${roomId} ${seq}`));
    if (page.examinedTo === undefined) return places;
    below = page.examinedTo;
  }
}

async function listLive(db: Db): Promise<Live[]> {
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('rooms as r', 'r.id', 'm.roomId')
    .leftJoin('files as f', 'f.id', 'm.fileId')
    .select(['m.roomId', 'm.seq', 'm.text', 'f.name'])
    .where('m.deletedAt', 'is', null)
    .where('m.notice', 'is', null)
    .where('r.deletedAt', 'is', null)
    .execute();
  return rows.map(({ roomId, seq, text, name }) => ({
    place: `${roomId} ${seq}`,
    text: [text, name].filter(part => part !== null).join('\n'),
  }));
}
