import { v7 } from 'uuid';

/** A UUID, version 7 (RFC 9562). `getRandomValues` works without https, too. */
export function newId(): string {
  return v7();
}
