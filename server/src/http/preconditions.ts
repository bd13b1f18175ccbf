import type { IncomingHttpHeaders } from 'node:http';

export interface Version {
  etag: string;
  /** Rounded to seconds, like HTTP dates. */
  modifiedAt: number;
}

/** RFC 9110, 13.1.1 and 13.1.4. */
export function failsPrecondition(headers: IncomingHttpHeaders, { etag, modifiedAt }: Version): boolean {
  const { 'if-match': wanted, 'if-unmodified-since': since } = headers;
  // The date counts only without a tag.
  if (wanted) return !hasTag(wanted, etag);
  return modifiedAt > Date.parse(since ?? '');
}

/** RFC 9110, 13.1.2 and 13.1.3. */
export function isNotModified(headers: IncomingHttpHeaders, { etag, modifiedAt }: Version): boolean {
  const { 'if-none-match': known, 'if-modified-since': since } = headers;
  if (headers['cache-control']?.includes('no-cache')) return false;
  if (known !== undefined) return hasTag(known, etag);
  return modifiedAt <= Date.parse(since ?? '');
}

/** RFC 9110, 13.1.5. */
export function matchesIfRange(headers: IncomingHttpHeaders, { etag, modifiedAt }: Version): boolean {
  const known = headers['if-range'];
  if (known === undefined) return true;
  return known.includes('"') ? known.includes(etag) : modifiedAt <= Date.parse(String(known));
}

/** Compares weakly: a strong tag equals a weak one. */
function hasTag(list: string, etag: string): boolean {
  if (list === '*') return true;
  return list.split(',').some(tag => toWeakTag(tag.trim()) === toWeakTag(etag));
}

function toWeakTag(tag: string): string {
  return tag.startsWith('W/') ? tag : `W/${tag}`;
}
