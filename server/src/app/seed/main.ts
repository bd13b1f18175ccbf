import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeSignature } from 'better-auth/crypto';
import { ACCOUNT_MUTATIONS } from '../../account/account-mutations.ts';
import { createAuth } from '../../account/auth.ts';
import { createAccountsDatabase } from '../../account/auth-dialect.ts';
import { readOrCreateSecret } from '../../account/secret.ts';
import { setPrivateUmask } from '../../base/private-files.ts';
import { readConfig } from '../../config/config.ts';
import { dialect, openDataFolder, runBatch } from '../../db/open.ts';
import { Writer } from '../../db/writer.ts';
import { populate } from './bulk.ts';

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '100' },
    rooms: { type: 'string', default: '10' },
    messages: { type: 'string', default: '10000' },
    cookies: { type: 'string' },
  },
});
const counts = { users: readCount('users'), rooms: readCount('rooms'), messages: readCount('messages') };
if (counts.users === 0 && counts.rooms > 0) fail('--rooms needs --users');
if (counts.rooms === 0 && counts.messages > 0) fail('--messages needs --rooms');

setPrivateUmask();
const config = readConfig(process.env);
const cookieFile = values.cookies ?? join(config.data, 'cookies.txt');
const { db, unlock } = await openDataFolder(config.data);
const started = performance.now();
const uids = await populate(db, counts, print);
writeFileSync(cookieFile, `${(await signIn(uids)).join('\n')}\n`, { mode: 0o600 });
await db.destroy();
unlock();
print(
  `Stored in ${((performance.now() - started) / 1000).toFixed(1)} s. One session cookie a line: ${cookieFile}`,
);

/** A session for each person, as a `Cookie` header. */
async function signIn(uids: readonly string[]): Promise<string[]> {
  const secret = config.secret ?? readOrCreateSecret(config.data);
  const writer = new Writer({
    runBatch: jobs => runBatch(db, ACCOUNT_MUTATIONS, jobs),
    onCommit: () => {},
    onFailure: fail,
  });
  const noop = async () => {};
  const auth = createAuth({
    config,
    secret,
    database: createAccountsDatabase(db, writer, dialect),
    sessionEvents: { onStarted: noop, onEnding: noop, onEnded: noop },
    now: () => Date.now(),
    onFailure: () => {},
  });
  const { authCookies, internalAdapter } = await auth.$context;
  return Promise.all(
    uids.map(async uid => {
      const { token } = await internalAdapter.createSession(uid);
      const signature = await makeSignature(token, secret);
      return `${authCookies.sessionToken.name}=${encodeURIComponent(`${token}.${signature}`)}`;
    }),
  );
}

function readCount(name: 'users' | 'rooms' | 'messages'): number {
  const number = Number(values[name]);
  return Number.isSafeInteger(number) && number >= 0 ? number : fail(`--${name} must be a whole number`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
