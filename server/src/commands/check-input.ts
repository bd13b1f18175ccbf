import { CommandError } from '@snug/protocol';
import * as v from 'valibot';

/** What came from outside, as its schema has it: trimmed, defaults filled in. Throws `invalid_input`, naming the field. */
export function checkInput<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> {
  // To the schemas an array is an object, too.
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
