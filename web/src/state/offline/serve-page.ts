import type { LOOK_HEADER as ProtocolHeader } from '@snug/protocol';
import { PUSH_CACHE } from './push-cache.ts';

/** Not imported: its module has schemas, which would make the service worker three times as large. */
const LOOK_HEADER: typeof ProtocolHeader = 'x-snug-look';

// TypeScript's DOM library does not describe the scope of a service worker.
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends LifeEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
declare const self: {
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
};

/** The paths of all files of this build, with a content hash in each name. vite.config.ts injects them. */
declare const __FILES__: readonly string[];
const ASSETS = new Set(__FILES__);
const ASSET_CACHE = `snug:${[...ASSETS].toSorted().join()}`;

/** The paths of the app. The server handles all other navigations, for instance to files. */
const APP_PATHS = /^\/(?:$|signin$|share$|conversations$|mentions$|saved$|search$|chat\/)/;

const PAGE_PATH = '/index.html';

const SHARE_PATH = '/share';
/** Holds shared content until a page reads it: share/receive-share.ts. */
const SHARE_CACHE = 'snug:shared';
/** Bounds the storage. The page itself checks the limits for uploads. */
const MAX_SHARED_FILES = 20;

self.addEventListener('install', event => event.waitUntil(precache()));
self.addEventListener('activate', event => event.waitUntil(deleteOldCaches()));
self.addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === 'POST' && pathname === SHARE_PATH) event.respondWith(receiveShare(request));
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate' && APP_PATHS.test(pathname)) event.respondWith(servePage(event));
  else if (ASSETS.has(pathname)) event.respondWith(serveAsset(request));
});

/** During an upgrade, another server can return the page of another build. Then it rejects, and the browser tries again. */
async function precache(): Promise<void> {
  const cache = await caches.open(ASSET_CACHE);
  await copyPage(cache);
  await cache.addAll([...ASSETS]);
}

async function copyPage(cache: Cache): Promise<void> {
  const page = await fetch(PAGE_PATH);
  const text = await page.clone().text();
  const assets = text.match(/\/assets\/[\w.-]+/g) ?? [];
  if (!page.ok || !assets.every(path => ASSETS.has(path))) throw new Error('The page is of another build');
  await cache.put(PAGE_PATH, page);
}

/** Deletes the caches of other builds, whose pages are closed by now. */
async function deleteOldCaches(): Promise<void> {
  const kept = [ASSET_CACHE, SHARE_CACHE, PUSH_CACHE];
  for (const name of await caches.keys()) if (!kept.includes(name)) await caches.delete(name);
}

async function servePage(event: FetchEvent): Promise<Response> {
  const answer = await fetch(event.request).catch(() => undefined);
  if (answer && answer.status < 500) {
    event.waitUntil(followLook(answer));
    return answer;
  }
  return (await matchCached(PAGE_PATH)) ?? answer ?? Response.error();
}

/** The copy for the time without a connection gets the look of the workspace. */
async function followLook({ ok, headers }: Response): Promise<void> {
  const copy = await matchCached(PAGE_PATH);
  if (!ok || !copy || copy.headers.get(LOOK_HEADER) === headers.get(LOOK_HEADER)) return;
  await copyPage(await caches.open(ASSET_CACHE)).catch(() => undefined);
}

async function serveAsset(request: Request): Promise<Response> {
  return (await matchCached(request)) ?? fetch(request);
}

async function matchCached(request: Request | string): Promise<Response | undefined> {
  const cache = await caches.open(ASSET_CACHE);
  return cache.match(request, { ignoreVary: true });
}

/** Stores the shared content and redirects to the page. The person chooses a room there and sends it. */
async function receiveShare(request: Request): Promise<Response> {
  const form = await request.formData();
  await caches.delete(SHARE_CACHE);
  const cache = await caches.open(SHARE_CACHE);
  const readText = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const metadata = { at: Date.now(), title: readText('title'), text: readText('text'), url: readText('url') };
  const files = form.getAll('files').filter(file => typeof file !== 'string' && file.size > 0) as File[];
  await Promise.all([
    cache.put('/share/words', Response.json(metadata)),
    ...files.slice(0, MAX_SHARED_FILES).map((file, index) => {
      const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name) };
      return cache.put(`/share/files/${index}`, new Response(file, { headers }));
    }),
  ]);
  return Response.redirect(SHARE_PATH, 303);
}
