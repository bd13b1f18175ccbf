import type * as v from 'valibot';
import type { ErrorCode } from './errors.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/** One thing that a client can ask for: the same schema over the socket and over `POST /api/<name>`. */
export interface Command<Input extends Schema = Schema, Output extends Schema = Schema> {
  summary: string;
  description: string;
  input: Input;
  output: Output;
  /** The refusals of its own, beside those that every command has. */
  errors: readonly ErrorCode[];
}

export function defineCommand<Input extends Schema, Output extends Schema>(
  definition: Command<Input, Output>,
): Command<Input, Output> {
  return definition;
}
