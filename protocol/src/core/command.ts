import type * as v from 'valibot';
import type { ErrorCode } from './errors.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/** A request of a client. It has the same schemas over the socket and over `POST /api/<name>`. */
export interface Command<Input extends Schema = Schema, Output extends Schema = Schema> {
  summary: string;
  description: string;
  input: Input;
  output: Output;
  /** The errors of this command, in addition to those of every command. */
  errors: readonly ErrorCode[];
  /** A session alone cannot run it: the input has the `password` of the person, or the session of a person without one is fresh. */
  needsProof?: true;
  /** What to use instead. The command works for at least one more release. */
  deprecated?: string;
}

/** Of the inputs of commands with `needsProof`. */
export const PROOF_DESCRIPTION =
  '`password`: your present one. Without one, your session must be at most 10 minutes old.';

export function defineCommand<Input extends Schema, Output extends Schema>(
  definition: Command<Input, Output>,
): Command<Input, Output> {
  return definition;
}
