import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Shows the question, but nothing of what somebody types. Without a terminal, it reads the first line of the input. */
export async function readSecret(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (stdin.isTTY) stderr.write(question);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY });
  const { value = '' } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  if (stdin.isTTY) stderr.write('\n');
  return value.trim();
}
