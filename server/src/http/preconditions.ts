import type { IncomingHttpHeaders } from 'node:http';

/** What an answer says about the version that it has of something. */
export interface Version {
  etag: string;
  /** To the second, as dates in HTTP. */
  modifiedAt: number;
}

/** Whether a request wants the answer only under a condition that is not true (RFC 9110, 13.1.1 and 13.1.4). */
export function failsPrecondition(headers: IncomingHttpHeaders, { etag, modifiedAt }: Version): boolean {
  const { 'if-match': wanted, 'if-unmodified-since': since } = headers;
  if (wanted && !hasTag(wanted, etag)) return true;
  return modifiedAt > Date.parse(since ?? '');
}

/** Whether the requester has the answer already (RFC 9110, 13.1.2 and 13.1.3). */
export function isNotModified(headers: IncomingHttpHeaders, { etag, modifiedAt }: Version): boolean {
  const { 'if-none-match': known, 'if-modified-since': since } = headers;
  if (headers['cache-control']?.includes('no-cache')) return false;
  if (known !== undefined) return hasTag(known, etag);
  return modifiedAt <= Date.parse(since ?? '');
}

/** Whether a part of the answer fits to the parts that the requester has (RFC 9110, 13.1.5). */
export function matchesIfRange(headers: IncomingHttpHeaders, { etag, modifiedAt }: Version): boolean {
  const known = headers['if-range'];
  if (known === undefined) return true;
  return known.includes('"') ? known.includes(etag) : modifiedAt <= Date.parse(String(known));
}

/** Whether a list of tags names this one; a strong tag is equal to a weak one. */
function hasTag(list: string, etag: string): boolean {
  if (list === '*') return true;
  return list.split(',').some(tag => toWeakTag(tag.trim()) === toWeakTag(etag));
}

function toWeakTag(tag: string): string {
  return tag.startsWith('W/') ? tag : `W/${tag}`;
}
