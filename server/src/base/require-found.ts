import { CommandError } from '@snug/protocol';

/** Throws `not_found`. */
export function requireFound<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new CommandError('not_found');
  return thing;
}
