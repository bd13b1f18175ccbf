import { setPrivateUmask } from '../../base/private-files.ts';
import { formatFinding, runDoctor } from './doctor.ts';

// `snug doctor`, or `npm run doctor`: one line for each check. Ends with 1 if one of them fails.

setPrivateUmask();
const args = process.argv.slice(2);
if (args.some(arg => arg !== '--json')) {
  process.stderr.write('Use doctor without arguments, or with --json\n');
  process.exit(1);
}
const findings = await runDoctor(process.env);
if (args.includes('--json')) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
else for (const finding of findings) process.stdout.write(`${formatFinding(finding)}\n`);
process.exit(findings.some(({ status }) => status === 'fail') ? 1 : 0);
