import type { Environment } from '@snug/client';
import { FakeBrowser } from '@snug/client/testing/fake-browser.ts';
import { CommandError } from '@snug/protocol';
import { newId } from '@snug/server/ids.ts';

/** What the client that browsers run needs from the outside, in a program: it keeps nothing and uploads nothing. */
export function createProgramEnvironment(
  openSocket: Environment['openSocket'],
  random: Environment['random'] = Math.random,
): Environment {
  return {
    openSocket,
    random,
    newId,
    now: () => Date.now(),
    setTimer(run, ms) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    upload: () => ({ file: Promise.reject(new CommandError('unavailable')), cancel: () => {} }),
    outboxStorage: new FakeBrowser().open(),
  };
}
