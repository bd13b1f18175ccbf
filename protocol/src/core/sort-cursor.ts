import * as v from 'valibot';
import { documentPatterns, isStorable } from '../text/text.ts';
import { Id } from './ids.ts';
import { MAX_NAME_LENGTH } from './limits.ts';

/** The last row of a page of a sorted list. Opaque to clients. */
export const SortCursor = v.strictObject({
  /** Of the parts that follow each other in the list. */
  part: v.picklist([0, 1]),
  value: v.union([
    v.pipe(v.number(), v.safeInteger()),
    v.pipe(
      v.string(),
      v.maxLength(MAX_NAME_LENGTH),
      v.check(isStorable, 'must be valid Unicode without NUL'),
      documentPatterns('storable'),
    ),
  ]),
  id: Id,
});
export type SortCursor = v.InferOutput<typeof SortCursor>;
