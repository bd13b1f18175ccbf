import * as v from 'valibot';
import { Id } from '../core/ids.ts';

/** In UTF-16 code units. */
const Offset = v.pipe(v.number('must be a number'), v.safeInteger('must be a whole number'), v.minValue(0));

/** A range of a message's text that names a person, or with null everyone in the room. It begins with "@". */
export const Mention = v.strictObject({ uid: v.nullable(Id), start: Offset, length: Offset });
export type Mention = v.InferOutput<typeof Mention>;
