import { v7 } from 'uuid';

/** Creates a UUID version 7 (RFC 9562). */
export function newId(): string {
  return v7();
}
