import * as v from 'valibot';

/** A UUID (RFC 9562) in its canonical lower-case form; 128 bits. Message ids are version 7, so they sort. */
export const Id = v.pipe(
  v.string('must be a text'),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'must be a lower-case UUID'),
);

/** A position in a room's log: 1 for its first change, one more for each further one, without holes. */
export const Seq = v.pipe(
  v.number('must be a number'),
  v.safeInteger('must be a whole number'),
  v.minValue(0, 'must be 0 or more'),
);

/** Milliseconds since 1970-01-01T00:00:00Z, by the server's clock. */
export const Timestamp = v.pipe(v.number('must be a number'), v.safeInteger('must be a whole number'));

/** A part of a room's history, which one run of the server wrote; empty before the first one that was noted. */
export const Incarnation = v.pipe(v.string(), v.regex(/^[\w-]{0,40}$/, 'must be what the server named'));

/** A step of a room's log, and the part of its history that the one who names it knows it by. */
export interface Position {
  seq: number;
  incarnation: string;
}
