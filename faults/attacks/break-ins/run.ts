import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '@snug/scripts/build.mjs';
import { print } from '@snug/scripts/run.mjs';
import { AUDIT_ATTEMPTS } from './audit.ts';
import { MENTION_ATTEMPTS } from './mentions.ts';
import { NAME_ATTEMPTS } from './names.ts';
import { OLD_WORD_ATTEMPTS } from './old-words.ts';
import { SOCKET_ATTEMPTS } from './open-sockets.ts';
import { PROGRAM_ATTEMPTS } from './programs.ts';
import { RECOVERY_ATTEMPTS } from './recovery.ts';
import { REQUEST_ATTEMPTS } from './requests.ts';
import { STOLEN_SESSION_ATTEMPTS } from './stolen-session.ts';
import { createTarget } from './target.ts';
import { TIMING_ATTEMPTS } from './token-timing.ts';
import { TWO_STEP_ATTEMPTS } from './two-step.ts';

// `npm run attacks:break-ins` tries to get rights that an attacker does not have, on a server with its default limits.

await build();
const target = await createTarget();
const results = [];
try {
  for (const { name, run } of [
    ...RECOVERY_ATTEMPTS,
    ...TWO_STEP_ATTEMPTS,
    ...STOLEN_SESSION_ATTEMPTS,
    ...PROGRAM_ATTEMPTS,
    ...SOCKET_ATTEMPTS,
    ...TIMING_ATTEMPTS,
    ...AUDIT_ATTEMPTS,
    ...NAME_ATTEMPTS,
    ...MENTION_ATTEMPTS,
    ...OLD_WORD_ATTEMPTS,
    ...REQUEST_ATTEMPTS,
  ]) {
    const { tries, seen, held } = await run(target);
    results.push({ attempt: name, tries, seen, held });
    print(`${held ? 'held' : 'FELL'}: ${name} (${tries} tries): ${JSON.stringify(seen)}`);
  }
} finally {
  await target.server.remove();
  await target.providers.stop();
}
writeFileSync(join(import.meta.dirname, 'results.json'), `${JSON.stringify(results, undefined, 2)}\n`);
const failed = results.filter(({ held }) => !held).length;
print(`${results.length - failed} held, ${failed} fell`);
process.exit(failed === 0 ? 0 : 1);
