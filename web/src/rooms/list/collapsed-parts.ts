import { readItem, writeItem } from '../../ui/browser/local-storage.ts';

export const LIST_PARTS = ['own', 'other'] as const;
export type ListPart = (typeof LIST_PARTS)[number];

const KEY = 'snug:collapsed-parts';

/** The parts of the list of rooms that a person collapsed in this browser. */
export function readCollapsedParts(): readonly ListPart[] {
  const stored = readItem(KEY)?.split(' ') ?? [];
  return LIST_PARTS.filter(part => stored.includes(part));
}

export function storeCollapsedParts(parts: readonly ListPart[]): void {
  // If the browser stores nothing, the choice lasts until the page closes.
  writeItem(KEY, parts.join(' ') || null);
}
