import { v7 } from 'uuid';

/** A new id: a UUID, version 7 (RFC 9562). */
export function newId(): string {
  return v7();
}
