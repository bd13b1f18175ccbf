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
const METADATA_PATH = '/share/words';
/** Who is asked to sign in first has this long, ms. */
const MAX_AGE_MS = 600_000;

interface ShareMetadata {
  at: number;
  title: string;
  text: string;
  url: string;
}

/** Takes what was shared out of the browser's hands, so that it waits for its room on this page alone. */
export async function receiveShare(): Promise<void> {
  const shared = await readShare().catch(() => undefined);
  await window.caches?.delete(CACHE).catch(() => undefined);
  if (shared && (shared.text !== '' || shared.files.length > 0)) pendingShare.set(shared);
}

async function readShare(): Promise<Shared | undefined> {
  const cache = await caches.open(CACHE);
  const response = await cache.match(METADATA_PATH);
  if (!response) return undefined;
  const { at, title, text, url } = (await response.json()) as ShareMetadata;
  if (Date.now() - at > MAX_AGE_MS) return undefined;
  const requests = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== METADATA_PATH);
  const files = await Promise.all(requests.map(async request => toFile(await cache.match(request))));
  return { text: joinTexts([title, text, url]), files: files.filter(file => file !== undefined) };
}

async function toFile(response: Response | undefined): Promise<File | undefined> {
  if (!response) return undefined;
  const name = decodeURIComponent(response.headers.get('x-name') ?? '');
  return new File([await response.blob()], name, { type: response.headers.get('content-type') ?? '' });
}
