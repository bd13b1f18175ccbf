import { createHash, randomBytes } from 'node:crypto';
import type { CommandOutput } from '@snug/protocol';
import { openDatabase } from '@snug/server/db/open.ts';
import type { Attempt } from './attempt.ts';
import type { Target } from './target.ts';

const PAIRS = 1_500;
/** In standard errors of the statistic. Chance exceeds it once in a million runs. */
const MAX_DEVIATION = 5;

/** Milliseconds of one rejected request, from an address of its own, so that no rate limit counts. */
async function measure({ server }: Target, token: string, count: number): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    'x-forwarded-for': `198.19.${Math.floor(count / 250)}.${count % 250}`,
    'content-type': 'application/json',
  };
  const begun = performance.now();
  const { status, body } = await fetch(`${server.url}/api/list_rooms`, {
    method: 'POST',
    headers,
    body: '{}',
  });
  const time = performance.now() - begun;
  await body?.cancel();
  if (status !== 401) throw new Error(`a wrong token got ${status}`);
  return time;
}

/**
 * The Mann-Whitney U test: how much more often values of `a` exceed values of `b` than by chance, in standard errors. A few slow
 * requests hardly change it, unlike a mean.
 */
function compare(a: readonly number[], b: readonly number[]): number {
  const sorted = b.toSorted((x, y) => x - y);
  let wins = 0;
  for (const value of a) {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    wins += low;
  }
  const pairs = a.length * b.length;
  return (wins - pairs / 2) / Math.sqrt((pairs * (a.length + b.length + 1)) / 12);
}

/** Nobody can choose the start of the stored value. */
async function readHash({ server }: Target, tokenId: string): Promise<string | undefined> {
  const db = openDatabase(server.data);
  const row = await db.selectFrom('tokens').select('hash').where('id', '=', tokenId).executeTakeFirst();
  await db.destroy();
  return row?.hash;
}

export const TIMING_ATTEMPTS: readonly Attempt[] = [
  {
    name: 'learn a token from the time of its rejection: all but its last character, beside random ones',
    run: async target => {
      const ann = await target.addPerson('Ann');
      const input = { name: 'A program' };
      const { token, secret } = await ann.runProven<CommandOutput<'create_token'>>('create_token', input);
      const prefix = secret.slice(0, 'snug_'.length);
      const near = secret.slice(0, -1) + (secret.endsWith('A') ? 'E' : 'A');
      const [ofNear, ofRandom]: [number[], number[]] = [[], []];
      for (let count = 0; count < PAIRS; count++) {
        const random = prefix + randomBytes(32).toString('base64url');
        const timeNear = () => measure(target, near, 2 * count).then(time => ofNear.push(time));
        const timeRandom = () => measure(target, random, 2 * count + 1).then(time => ofRandom.push(time));
        // Alternating orders, so that warm caches favour neither.
        const order = count % 2 ? [timeNear, timeRandom] : [timeRandom, timeNear];
        for (const time of order) await time();
      }
      const deviation = compare(ofNear, ofRandom);
      const hash = createHash('sha256').update(secret).digest('base64url');
      const isHashed = (await readHash(target, token.id)) === hash;
      const seen = { deviation: Math.round(deviation * 10) / 10, isHashed };
      return { tries: 2 * PAIRS, seen, held: Math.abs(deviation) < MAX_DEVIATION && isHashed };
    },
  },
];
