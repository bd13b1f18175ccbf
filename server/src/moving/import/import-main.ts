import { printLine, resolvePath, runCli } from '../../backup/cli.ts';
import { readConfig } from '../../config/config.ts';
import { readImportOptions } from './options.ts';
import { runImport } from './run-import.ts';

await runCli('Nothing was changed.', async ({ data, databaseUrl, args }) =>
  runImport(readImportOptions(args, resolvePath), {
    data,
    databaseUrl,
    origin: readConfig(process.env).origins[0],
    now: Date.now,
    print: printLine,
    printError: line => process.stderr.write(`${line}\n`),
    showProgress: process.stderr.isTTY ? text => process.stderr.write(text) : undefined,
  }),
);
