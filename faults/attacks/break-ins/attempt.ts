import type { Target } from './target.ts';

export interface AttemptResult {
  tries: number;
  /** What the server did. */
  seen: unknown;
  /** Whether the attacker got nothing. */
  held: boolean;
}

/** A way to get rights that one does not have. */
export interface Attempt {
  name: string;
  run: (target: Target) => Promise<AttemptResult>;
}
