import { build } from '@snug/scripts/build.mjs';
import { print } from '@snug/scripts/run.mjs';
import { Desktop } from './desktop.ts';
import { Firefox } from './firefox.ts';
import { findProgramPaths } from './program-paths.ts';
import { type RunTotals, runAll } from './run.ts';
import { WebKit } from './webkit.ts';

// `npm run test:browsers [-- firefox|webkit [part of a journey's name]]`: common actions in browsers that the registry's Playwright
// cannot control. Not part of `npm test`, because only root can install them.

const [, , only, part = ''] = process.argv;
const programs = findProgramPaths();
await build();
const desktop = await Desktop.start(programs);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void desktop.end().finally(() => process.exit(1)));
}
const tally: RunTotals = { passed: 0, failed: 0 };
try {
  if (only !== 'webkit') {
    await runAll(
      async launch => Firefox.launch(programs.firefox, launch, await desktop.screen()),
      part,
      tally,
    );
  }
  if (only !== 'firefox') {
    const { webkitDriver, miniBrowser } = programs;
    await runAll(
      async launch => WebKit.launch(webkitDriver, miniBrowser, launch, await desktop.screen()),
      part,
      tally,
    );
  }
} finally {
  await desktop.end();
}
print(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed > 0 ? 1 : 0;
