import { CommandError } from '@snug/protocol';
import * as v from 'valibot';

/** Returns the input as its schema parses it: trimmed, with defaults. Throws `invalid_input` with the field's name. */
export function checkInput<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> {
  // To the schemas, an array is an object.
  if (Array.isArray(input)) throw new CommandError('invalid_input', 'must be an object');
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const path = v.getDotPath(issue);
  const problem = issue.type === 'strict_object' ? describeKey(issue) : issue.message;
  throw new CommandError('invalid_input', path ? `${path}: ${problem}` : problem);
}

function describeKey(issue: v.BaseIssue<unknown>): string {
  if (issue.expected === 'never') return 'there is no such field';
  return issue.received === 'undefined' ? 'is missing' : 'must be an object';
}
