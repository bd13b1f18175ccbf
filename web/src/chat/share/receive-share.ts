import { cleanText } from '@snug/protocol';
import { pendingShare, type Shared } from './pending-share.ts';

/** The same values as in state/offline/serve-page.ts, which is a part of the service worker. */
const CACHE = 'snug:shared';
const METADATA_PATH = '/share/words';
/** The person may have to sign in first. */
const MAX_AGE_MS = 600_000;

interface ShareMetadata {
  at: number;
  title: string;
  text: string;
  url: string;
}

/** Moves the shared content from the browser's cache to this page, so that no other page applies it, too. */
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

/** Joins several texts to one message. Apps often repeat the link or the title in the text. */
export function joinTexts(texts: readonly string[]): string {
  const clean = texts.map(cleanText).filter(text => text !== '');
  const distinct = clean.filter(
    (text, index) => !clean.some((other, at) => at !== index && isContained(other, text, at < index)),
  );
  return distinct.join('\n');
}

/** Of two equal texts, the first stays. */
function isContained(other: string, text: string, isBefore: boolean): boolean {
  return other.includes(text) && (other !== text || isBefore);
}
