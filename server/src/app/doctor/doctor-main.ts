import { parseArgs } from 'node:util';
import { EmailAddress } from '@snug/protocol';
import * as v from 'valibot';
import { nameCommand } from '../../base/command-name.ts';
import { setPrivateUmask } from '../../base/private-files.ts';
import { formatFinding, runDoctor } from './doctor.ts';

// `snug doctor`, or `npm run doctor`: one line for each check. Ends with 1 if one of them fails.

setPrivateUmask();
const { json, outbound, 'mail-to': mailTo } = readOptions() ?? fail();
const findings = await runDoctor(process.env, { outbound, mailTo });
if (json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
else for (const finding of findings) process.stdout.write(`${formatFinding(finding)}\n`);
process.exit(findings.some(({ status }) => status === 'fail') ? 1 : 0);

interface Options {
  json: boolean;
  outbound: boolean;
  'mail-to'?: string | undefined;
}

/** Undefined if they are wrong. */
function readOptions(): Options | undefined {
  try {
    const { values } = parseArgs({
      options: {
        json: { type: 'boolean', default: false },
        outbound: { type: 'boolean', default: false },
        'mail-to': { type: 'string' },
      },
    });
    const { 'mail-to': address } = values;
    return address === undefined || v.is(EmailAddress, address) ? values : undefined;
  } catch {
    return undefined;
  }
}

function fail(): never {
  process.stderr.write(`Use ${nameCommand('doctor', '[--json] [--outbound] [--mail-to EMAIL]')}\n`);
  process.exit(1);
}
