import { navigate } from './location.ts';
import { isPagePath } from './page-path.ts';

const INVITATION = /^\/invite\/([\w-]+)/;

/** The path of a page of this Snug; undefined for any other address. */
export function getOwnPath(href: string): string | undefined {
  const { origin, pathname, search } = new URL(href, location.origin);
  return origin === location.origin && isPagePath(pathname) ? pathname + search : undefined;
}

/** Opens a page in place. An invitation asks its question over the page that is open. */
export function openOwnPath(path: string): void {
  const code = INVITATION.exec(path)?.[1];
  if (code !== undefined) return navigate(withInvitation(code), { replace: true });
  if (path !== location.pathname + location.search) return navigate(path);
  // A message that is shown already is shown again.
  navigate(location.pathname, { replace: true });
  setTimeout(() => navigate(path, { replace: true }));
}

function withInvitation(code: string): string {
  const url = new URL(location.href);
  url.searchParams.set('invite', code);
  return url.pathname + url.search;
}
