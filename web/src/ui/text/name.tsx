import { stripUnmatchedIsolateEnds } from './bidi.ts';

/** A name among words of ours: it turns none of them around, in whatever direction it is written. */
export function Name({ of }: { of: string }) {
  return <bdi>{stripUnmatchedIsolateEnds(of)}</bdi>;
}
