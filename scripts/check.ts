import { execFileSync } from 'node:child_process';
import { CHECK_STEPS, createStepsForChanges } from './check-steps.ts';
import { print, ROOT } from './run.mjs';
import { finish, runSteps } from './steps.ts';

// `npm run check -- --changed`: only what the changes since the last commit touch, or the last commit if there are none.

const steps = process.argv.includes('--changed') ? createStepsForChanges(listChanges()) : CHECK_STEPS;
finish(await runSteps(steps));

function listChanges(): readonly string[] {
  const list = (...args: string[]) =>
    execFileSync('git', [...args, '-z'], { cwd: ROOT })
      .toString()
      .split('\0')
      .filter(path => path !== '');
  const open = [
    ...list('diff', '--name-only', '--diff-filter=d', 'HEAD'),
    ...list('ls-files', '--others', '--exclude-standard'),
  ];
  const changes = open.length > 0 ? open : list('diff', '--name-only', '--diff-filter=d', 'HEAD~1');
  print(`${changes.length} changed files`);
  return changes;
}
