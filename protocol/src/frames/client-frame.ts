import * as v from 'valibot';

/** Sent as JSON text. The client chooses `id`, to match results with commands. */
export const ClientFrame = v.strictObject({
  id: v.pipe(v.number(), v.safeInteger()),
  command: v.string(),
  input: v.unknown(),
});
export type ClientFrame = v.InferOutput<typeof ClientFrame>;
