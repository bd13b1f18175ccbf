import type { Environment } from '@snug/client';
import { FakeBrowser } from '@snug/client/testing/fake-browser.ts';
import { CommandError } from '@snug/protocol';
import { newId } from '@snug/server/base/ids.ts';

/** The environment of the browsers' client for a program: without storage and uploads. */
export function createProgramEnvironment(
  openSocket: Environment['openSocket'],
  random: Environment['random'] = Math.random,
): Environment {
  const outboxStorage = new FakeBrowser().open();
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
    outboxStorage,
    actionStorage: outboxStorage.actions,
  };
}
