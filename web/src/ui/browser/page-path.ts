const PAGE = /^\/(?:$|chat\/[^/]+$|invite\/[\w-]+$|conversations$|mentions$|saved$|search$|admin(?:$|\/))/;

/** Whether it is a page of the app. Everything else of the same origin is a file, or has another page. */
export function isPagePath(path: string): boolean {
  return PAGE.test(path);
}
