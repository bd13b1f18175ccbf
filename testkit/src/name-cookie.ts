import type { ServerProcess } from './server-process.ts';

/** The same cookie on another server of the database. Without a common SNUG_URL, each has its own port in the names. */
export function nameCookie(cookie: string, { port }: Pick<ServerProcess, 'port'>): string {
  return cookie.replace(/^snug(?:-\d+)?\./, `snug-${port}.`);
}
