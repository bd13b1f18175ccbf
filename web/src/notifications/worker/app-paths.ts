/** Paths that a notification may open. */
const OPENABLE = /^\/(?:$|chat\/|conversations$|mentions$|saved$)/;

/** Pages of the app, which open a path without a reload. Files and documents are not. */
const APP_PAGE = /^\/(?:$|admin(?:$|\/)|chat\/|conversations$|mentions$|saved$|search$|share$|signin$)/;

/** Undefined if it does not belong to the app: a push opens nothing else. */
export function toOpenablePath(path: unknown, origin: string): string | undefined {
  if (typeof path !== 'string' || !URL.canParse(path, origin)) return undefined;
  const url = new URL(path, origin);
  if (url.origin !== origin || !OPENABLE.test(url.pathname)) return undefined;
  return url.pathname + url.search;
}

export function isAppPage(url: string): boolean {
  return APP_PAGE.test(new URL(url).pathname);
}
