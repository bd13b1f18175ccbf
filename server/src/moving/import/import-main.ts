import { printLine, resolvePath, runCli } from '../../backup/cli.ts';
import { openStorage } from '../../files/storage/open-storage.ts';
import { readImportOptions } from './options.ts';
import { runImport } from './run-import.ts';

await runCli('Nothing was changed.', async ({ args, ...config }) =>
  runImport(readImportOptions(args, resolvePath), {
    data: config.data,
    databaseUrl: config.databaseUrl,
    storage: openStorage(config),
    isInDataFolder: config.s3 === undefined,
    origin: config.origins[0],
    now: Date.now,
    print: printLine,
    printError: line => process.stderr.write(`${line}\n`),
    showProgress: process.stderr.isTTY ? text => process.stderr.write(text) : undefined,
  }),
);
