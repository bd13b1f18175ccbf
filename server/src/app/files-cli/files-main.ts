import { constants, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { printLine, runCli } from '../../backup/cli.ts';
import { nameCommand } from '../../base/command-name.ts';
import { StartError } from '../../base/start-error.ts';
import { runCopy } from './run-copy.ts';

// `npm run files -- copy`: moves the bytes of all files between the data folder and the store.

const USAGE = `Use ${nameCommand('files', 'copy --to s3|folder [--delete-source]')}`;

setPriority(constants.priority.PRIORITY_LOW);

await runCli('Nothing more was copied.', ({ args, ...config }) =>
  runCopy(parse(args), config, {
    now: Date.now,
    print: printLine,
    printError: line => process.stderr.write(`${line}\n`),
    showProgress: process.stderr.isTTY ? text => process.stderr.write(text) : undefined,
  }),
);

/** Throws a `StartError`. */
function parse(args: readonly string[]): { to: 's3' | 'folder'; isSourceDeleted: boolean } {
  const options = { to: { type: 'string' }, 'delete-source': { type: 'boolean', default: false } } as const;
  const { positionals, values } = parseOptions();
  const { to, 'delete-source': isSourceDeleted } = values;
  if (positionals.join(' ') !== 'copy' || (to !== 's3' && to !== 'folder')) throw new StartError(USAGE);
  return { to, isSourceDeleted };

  function parseOptions() {
    try {
      return parseArgs({ args: [...args], allowPositionals: true, options });
    } catch {
      throw new StartError(USAGE);
    }
  }
}
