import * as v from 'valibot';

/** A UUID (RFC 9562) in canonical lower case, 128 bits. Message ids have version 7, so they sort by time. */
export const Id = v.pipe(
  v.string('must be a text'),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'must be a lower-case UUID'),
);

/** `things`: what the ids name, for the error. */
export function uniqueIds(max: number, things: string) {
  return v.pipe(
    v.array(Id, 'must be a list'),
    v.maxLength(max, `must have at most ${max} ${things}`),
    v.check(ids => new Set(ids).size === ids.length, 'must not contain duplicates'),
    v.metadata({ uniqueItems: true }),
  );
}

/** The number of a change in a room's log: 1, 2, 3 and so on, without gaps. */
export const Seq = v.pipe(
  v.number('must be a number'),
  v.safeInteger('must be a whole number'),
  v.minValue(0, 'must be 0 or more'),
);

/** The number of changes of a thing that several people may change. */
export const Version = v.pipe(
  v.number('must be a number'),
  v.safeInteger('must be whole'),
  v.minValue(0, 'must be 0 or more'),
);

/** Milliseconds since 1970-01-01T00:00:00Z, on the server's clock. */
export const Timestamp = v.pipe(v.number('must be a number'), v.safeInteger('must be a whole number'));

/** A part of a room's history that one run of the server wrote; empty before the first recorded one. */
export const Incarnation = v.pipe(
  v.string(),
  v.regex(/^[\w-]{0,40}$/, 'must be an incarnation that the server sent'),
);

/** A position in a room's log, with the incarnation of the holder's copy. */
export interface Position {
  seq: number;
  incarnation: string;
}
