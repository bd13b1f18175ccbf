import { Store } from '@snug/client';
import { joinTexts } from './share-text.ts';

/** What another app shares with Snug: words, files, or both. */
export interface Shared {
  text: string;
  files: readonly File[];
}

/** What waits for its room; undefined where nothing does. */
export const pendingShare = new Store<Shared | undefined>(undefined);

/** As offline/service-worker.ts keeps it. That is built apart, and imports nothing. */
const CACHE = 'snug:shared';
const WORDS = '/share/words';
/** Who is asked to sign in first has this long, ms. */
const FRESH_MS = 600_000;

interface Words {
  at: number;
  title: string;
  text: string;
  url: string;
}

/** Takes what was shared out of the browser's hands, so that it waits for its room on this page alone. */
export async function takeShare(): Promise<void> {
  const shared = await readShare().catch(() => undefined);
  await window.caches?.delete(CACHE).catch(() => undefined);
  if (shared && (shared.text !== '' || shared.files.length > 0)) pendingShare.set(shared);
}

async function readShare(): Promise<Shared | undefined> {
  const cache = await caches.open(CACHE);
  const answer = await cache.match(WORDS);
  if (!answer) return undefined;
  const { at, title, text, url } = (await answer.json()) as Words;
  if (Date.now() - at > FRESH_MS) return undefined;
  const requests = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== WORDS);
  const files = await Promise.all(requests.map(async request => fileIn(await cache.match(request))));
  return { text: joinTexts([title, text, url]), files: files.filter(file => file !== undefined) };
}

async function fileIn(answer: Response | undefined): Promise<File | undefined> {
  if (!answer) return undefined;
  const name = decodeURIComponent(answer.headers.get('x-name') ?? '');
  return new File([await answer.blob()], name, { type: answer.headers.get('content-type') ?? '' });
}
