import { constants, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { printLine, resolvePath, runCli } from '../../backup/cli.ts';
import { nameCommand } from '../../base/command-name.ts';
import { StartError } from '../../base/start-error.ts';
import { compareSides } from './compare-sides.ts';
import { openSide } from './open-side.ts';

/** Also without a comparison, as `runCli` ends. */
const EXIT_DIFFERENT = 1;

setPriority(constants.priority.PRIORITY_LOW);

await runCli('Nothing was compared.', async ({ args, ...config }) => {
  const { names, filesA, filesB, withoutIds, all } = parse(args);
  const withFiles = (folder: string | undefined) =>
    folder === undefined ? config : { data: resolvePath(folder) };
  const a = await openSide(names[0], 'A', withFiles(filesA));
  const b = await openSide(names[1], 'B', withFiles(filesB));
  try {
    const isEqual = await compareSides(a, b, { withoutIds, all, report: printLine });
    printLine(isEqual ? 'A and B are equal.' : 'A and B differ.');
    return isEqual ? 0 : EXIT_DIFFERENT;
  } finally {
    await a.close();
    await b.close();
  }
});

function parse(args: readonly string[]) {
  const options = {
    'files-a': { type: 'string' },
    'files-b': { type: 'string' },
    'without-ids': { type: 'boolean' },
    all: { type: 'boolean' },
  } as const;
  try {
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [a, b, ...others] = positionals;
    if (a !== undefined && b !== undefined && others.length === 0)
      return {
        names: [a, b] as const,
        filesA: values['files-a'],
        filesB: values['files-b'],
        withoutIds: values['without-ids'] === true,
        all: values.all === true,
      };
  } catch {
    // An unknown option.
  }
  const input = 'A B [--all] [--without-ids] [--files-a FOLDER] [--files-b FOLDER]';
  throw new StartError(
    `Name two data folders, DATABASE_URLs or exports: ${nameCommand('compare', input)}. The folders have the files of a DATABASE_URL.`,
  );
}
