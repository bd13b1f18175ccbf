import { Store } from '@snug/client';

/** Edits that the browser could not store, by the key of their item. They last as long as the page. */
export const volatileEdits = new Store<ReadonlyMap<string, string>>(new Map());

/** Of the keys of a person's edits. */
export function toEditPrefix(uid: string): string {
  return `snug:edit:${uid}:`;
}
