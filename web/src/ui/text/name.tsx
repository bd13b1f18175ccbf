import { stripUnmatchedIsolateEnds } from './bidi.ts';

/** Isolates a name, so that its direction does not affect the text around it. */
export function Name({ of }: { of: string }) {
  return <bdi>{stripUnmatchedIsolateEnds(of)}</bdi>;
}
