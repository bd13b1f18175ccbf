import { StoredValue } from '../../../ui/browser/stored-value.ts';

const LIST_PARTS = ['own', 'other'] as const;
export type ListPart = (typeof LIST_PARTS)[number];

/** The parts of the list of rooms that a person collapsed in this browser. */
export const collapsedParts = new StoredValue<readonly ListPart[]>('snug:collapsed-parts', {
  parse: stored => LIST_PARTS.filter(part => stored?.split(' ').includes(part)),
  serialize: parts => parts.join(' ') || null,
});
