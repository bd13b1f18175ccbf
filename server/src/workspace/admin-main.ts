import { setPrivateUmask } from '../private-files.ts';
import { readSettings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import { changeRole } from './change-role.ts';

// `npm run admin -- grant EMAIL`: makes a person a workspace admin, while the server runs or not. `revoke`: ends that.

const USAGE = 'Use: npm run admin -- grant EMAIL, or: npm run admin -- revoke EMAIL';

async function main(): Promise<void> {
  setPrivateUmask();
  const [command, email, ...others] = process.argv.slice(2);
  const isKnown = command === 'grant' || command === 'revoke';
  if (!isKnown || email === undefined || others.length > 0) throw new StartError(USAGE);
  const admin = command === 'grant';
  const { name, hasChanged } = await changeRole(readSettings(process.env), email, admin);
  const state = admin ? 'a workspace admin' : 'no workspace admin';
  process.stdout.write(`${name} is ${state}${hasChanged ? ' now' : ' already'}.\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`Nothing was changed. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
