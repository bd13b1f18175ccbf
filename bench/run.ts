import { measureBackup } from './backup.ts';
import { measureSends } from './sends.ts';
import { measureStartUp } from './start-up.ts';

// `npm run bench`, or `npm run bench -- sends` for one of them.

const MEASUREMENTS: Record<string, () => Promise<string[]>> = {
  'start-up': measureStartUp,
  sends: measureSends,
  backup: measureBackup,
};

const wanted = process.argv.slice(2);
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`${name}\n${(await measure()).map(line => `  ${line}\n`).join('')}`);
}
process.exit(0);
