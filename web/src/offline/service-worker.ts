// Runs in a scope of its own that TypeScript's libraries for pages do not describe.
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
declare const self: {
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
};

/** The paths of all files of this build, whose names carry a hash of their content. Put in by vite.config.ts. */
declare const __FILES__: readonly string[];
const FILES = new Set(__FILES__);
const CACHE = `snug:${[...FILES].toSorted().join()}`;

/** Where the app itself is shown. Everything else that the browser goes to, a file for instance, is the server's. */
const PLACES = /^\/(?:$|signin$|share$|chat\/)/;

/** The page as it was built, with nobody's rooms in it. */
const PAGE = '/index.html';

/** Where other apps share to: the manifest. */
const SHARE = '/share';
/** What they shared, until a page takes it: share/shared.ts. */
const SHARED = 'snug:shared';
/** Most files that are kept. How many may be sent, and how large, the page says itself. */
const MOST_FILES = 20;

self.addEventListener('install', event => event.waitUntil(keep()));
self.addEventListener('activate', event => event.waitUntil(forgetOthers()));
self.addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === 'POST' && pathname === SHARE) event.respondWith(share(request));
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate' && PLACES.test(pathname)) event.respondWith(page(request));
  else if (FILES.has(pathname)) event.respondWith(file(request));
});

async function keep(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...FILES]);
}

/** Those of other builds; their pages are closed by now. */
async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name !== CACHE && name !== SHARED) await caches.delete(name);
}

/** The server's page, which is the newest; the kept one where there is no server. */
async function page(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => undefined);
  if (answer && answer.status < 500) return answer;
  return (await kept(PAGE)) ?? answer ?? Response.error();
}

async function file(request: Request): Promise<Response> {
  return (await kept(request)) ?? fetch(request);
}

async function kept(request: Request | string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE);
  return cache.match(request, { ignoreVary: true });
}

/** Keeps what another app shares, and has the page fetch it. Nothing is sent before somebody chooses a room and sends it. */
async function share(request: Request): Promise<Response> {
  const form = await request.formData();
  await caches.delete(SHARED);
  const cache = await caches.open(SHARED);
  const textOf = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const words = { at: Date.now(), title: textOf('title'), text: textOf('text'), url: textOf('url') };
  const files = form.getAll('files').filter(file => typeof file !== 'string' && file.size > 0) as File[];
  await Promise.all([
    cache.put('/share/words', Response.json(words)),
    ...files.slice(0, MOST_FILES).map((file, index) => {
      const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name) };
      return cache.put(`/share/files/${index}`, new Response(file, { headers }));
    }),
  ]);
  return Response.redirect(SHARE, 303);
}
