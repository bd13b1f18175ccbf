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
const PLACES = /^\/(?:$|signin$|chat\/)/;

/** The page as it was built, with nobody's rooms in it. */
const PAGE = '/index.html';

self.addEventListener('install', event => event.waitUntil(keep()));
self.addEventListener('activate', event => event.waitUntil(forgetOthers()));
self.addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' && PLACES.test(pathname)) event.respondWith(page(request));
  else if (FILES.has(pathname)) event.respondWith(file(request));
});

async function keep(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...FILES]);
}

/** Those of other builds; their pages are closed by now. */
async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
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
