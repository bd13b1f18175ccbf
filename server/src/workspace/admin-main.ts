import { setPrivateUmask } from '../private-files.ts';
import { createSecretCode, hashSecretCode } from '../secret-code.ts';
import { readSettings, type Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import { runForPerson } from './run-for-person.ts';

// `npm run admin -- grant EMAIL`: makes a person a workspace admin, while the server runs or not. `revoke`: ends that.
// `recover`: prints a link with which they set a new password.

const USAGE = 'Use: npm run admin -- grant EMAIL, or: revoke EMAIL, or: recover EMAIL';

type AdminCommand = (settings: Settings, email: string) => Promise<string>;

const COMMANDS: Readonly<Record<string, AdminCommand>> = {
  grant: (settings, email) => changeRole(settings, email, true),
  revoke: (settings, email) => changeRole(settings, email, false),
  recover: createRecoveryLink,
};

async function changeRole(settings: Settings, email: string, admin: boolean): Promise<string> {
  const { name, output } = await runForPerson(settings, email, 'set_workspace_admin', uid => ({
    uid,
    admin,
  }));
  const state = admin ? 'a workspace admin' : 'no workspace admin';
  return `${name} is ${state}${output.hasChanged ? ' now' : ' already'}.`;
}

async function createRecoveryLink(settings: Settings, email: string): Promise<string> {
  const code = createSecretCode();
  const hash = hashSecretCode(code);
  const { name } = await runForPerson(settings, email, 'create_recovery_link', uid => ({ uid, hash }));
  const [origin] = settings.origins;
  return `${name} sets a new password with this link, once and within 15 minutes: ${origin}/recover/${code}`;
}

async function main(): Promise<void> {
  setPrivateUmask();
  const [command = '', email, ...others] = process.argv.slice(2);
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (!run || email === undefined || others.length > 0) throw new StartError(USAGE);
  process.stdout.write(`${await run(readSettings(process.env), email)}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`Nothing was changed. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
