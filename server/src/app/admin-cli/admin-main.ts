import { parseArgs } from 'node:util';
import { nameCommand } from '../../base/command-name.ts';
import { getErrorMessage } from '../../base/error-detail.ts';
import { newId } from '../../base/ids.ts';
import { setPrivateUmask } from '../../base/private-files.ts';
import { StartError } from '../../base/start-error.ts';
import { createNotificationEncoder } from '../../cluster/bus/envelope.ts';
import { readConfig } from '../../config/config.ts';
import {
  changeRole,
  createRecoveryLink,
  holdRoom,
  joinRoom,
  printHolds,
  releaseRoom,
} from './admin-commands.ts';
import { type AdminStore, openAdminStore } from './admin-store.ts';

// `npm run admin`: what only the person who runs the server can do, while the server runs or not.

const INPUTS = [
  'grant EMAIL',
  'revoke EMAIL',
  'recover EMAIL',
  'join ROOM --reason "..." [--as EMAIL]',
  'hold ROOM --reason "..."',
  'release ROOM',
  'holds',
];

const USAGE = ['Use one of:', ...INPUTS.map(input => `  ${nameCommand('admin', input)}`)].join('\n');

type Run = (store: AdminStore, origin: string) => Promise<string>;

async function main(): Promise<void> {
  setPrivateUmask();
  const run = parseCommand(process.argv.slice(2));
  const config = readConfig(process.env);
  const store = await openAdminStore(config, createNotificationEncoder(newId()));
  try {
    process.stdout.write(`${await run(store, config.origins[0])}\n`);
  } finally {
    await store.close();
  }
}

/** Throws a `StartError`. */
function parseCommand(args: readonly string[]): Run {
  const { positionals, values } = parseOptions(args);
  const [command = '', subject, ...others] = positionals;
  if (command === 'holds' && positionals.length === 1 && Object.keys(values).length === 0) return printHolds;
  if (subject === undefined || others.length > 0) throw new StartError(USAGE);
  if (command === 'join')
    return store => joinRoom(store, { room: subject, reason: values.reason, as: values.as });
  if (command === 'hold' && values.as === undefined)
    return store => holdRoom(store, { room: subject, reason: values.reason });
  const run = Object.hasOwn(FOR_SUBJECT, command) ? FOR_SUBJECT[command] : undefined;
  if (!run || Object.keys(values).length > 0) throw new StartError(USAGE);
  return (store, origin) => run(store, subject, origin);
}

const FOR_SUBJECT: Readonly<
  Record<string, (store: AdminStore, subject: string, origin: string) => Promise<string>>
> = {
  grant: (store, email) => changeRole(store, email, true),
  revoke: (store, email) => changeRole(store, email, false),
  recover: createRecoveryLink,
  release: releaseRoom,
};

function parseOptions(args: readonly string[]) {
  const options = { reason: { type: 'string' }, as: { type: 'string' } } as const;
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch {
    throw new StartError(USAGE);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`Nothing was changed. ${getErrorMessage(error)}\n`);
  process.exitCode = 1;
});
