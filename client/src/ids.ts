import { v7 } from 'uuid';

/** A new id: a UUID, version 7 (RFC 9562). Made by `getRandomValues`, so it works on plain http too. */
export function newId(): string {
  return v7();
}
