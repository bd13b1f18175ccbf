import { CommandError } from '@snug/protocol';
import * as v from 'valibot';

/** Returns the input as its schema parses it: trimmed, with defaults. Throws `invalid_input` with the field's name. */
export function checkInput<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> {
  if (Array.isArray(input)) throw new CommandError('invalid_input', 'must be an object');
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return rejectLists(input, parsed.output);
  const [issue] = parsed.issues;
  const path = v.getDotPath(issue);
  const problem = issue.type === 'strict_object' ? describeKey(issue) : issue.message;
  throw new CommandError('invalid_input', path ? `${path}: ${problem}` : problem);
}

/** To the schemas, an array is a record. */
function rejectLists<Output>(input: unknown, output: Output): Output {
  for (const [name, value] of Object.entries(output as object)) {
    if (Array.isArray((input as Record<string, unknown>)[name]) && !Array.isArray(value))
      throw new CommandError('invalid_input', `${name}: must be an object`);
  }
  return output;
}

function describeKey(issue: v.BaseIssue<unknown>): string {
  if (issue.expected === 'never') return 'there is no such field';
  return issue.received === 'undefined' ? 'is missing' : 'must be an object';
}
