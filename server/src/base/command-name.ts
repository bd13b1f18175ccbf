import { basename } from 'node:path';

/**
 * The command line of an operator's command, for messages: `snug backup FILE` in a release, whose entry is the file `snug`, and
 * `npm run backup -- FILE` in a checkout.
 */
export function nameCommand(command: string, input = '', program = process.argv[1]): string {
  if (isRelease(program)) return ['snug', command, input].filter(Boolean).join(' ');
  return [`npm run ${command}`, input].filter(Boolean).join(' -- ');
}

/** Whether Snug runs from a release, without npm. Also in threads, which inherit the path of the program. */
export function isRelease(program = process.argv[1]): boolean {
  return basename(program ?? '') === 'snug';
}
