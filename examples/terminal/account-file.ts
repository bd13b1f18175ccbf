import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Account, ApiError } from './api.ts';

const FOLDER = join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'snug');
const FILE = join(FOLDER, 'account.json');

/** From the environment, or else from the file that `npm run terminal -- login` wrote. */
export async function readAccount(): Promise<Account> {
  const { SNUG_URL: url, SNUG_TOKEN: token } = process.env;
  if (url && token) return { url, token };
  const text = await readFile(FILE, 'utf8').catch(() => {
    throw new ApiError('unauthenticated', 'Run "npm run terminal -- login <url>" first');
  });
  return JSON.parse(text) as Account;
}

/** Only its owner can read the file. */
export async function writeAccount(account: Account): Promise<void> {
  await mkdir(FOLDER, { recursive: true, mode: 0o700 });
  await writeFile(FILE, `${JSON.stringify(account)}\n`, { mode: 0o600 });
}
