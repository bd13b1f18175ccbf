import { Chat, type Environment } from '@snug/client';
import type { FakeBrowser } from '@snug/client/testing/fake-browser.ts';
import { CommandError, type Person } from '@snug/protocol';
import type { Random } from '@snug/testkit/random.ts';
import type { Client } from './action.ts';
import type { SimulatedClock } from './clock.ts';

interface PageOptions {
  person: Person;
  browser: FakeBrowser;
  clock: SimulatedClock;
  random: Random;
  openSocket: Environment['openSocket'];
}

/** The client of a person in a browser, which does not connect yet. */
export function openPage({ person, browser, clock, random, openSocket }: PageOptions): Client {
  const outboxStorage = browser.open();
  const environment: Environment = {
    openSocket,
    now: clock.now,
    setTimer: clock.setTimer,
    random: random.next,
    newId: () => random.id(clock.now()),
    // There are no uploads.
    upload: () => ({ file: Promise.reject(new CommandError('internal')), cancel: () => undefined }),
    outboxStorage,
    actionStorage: outboxStorage.actions,
  };
  return {
    person,
    browser,
    environment,
    chat: new Chat(environment, person.uid),
    crash: outboxStorage.crash,
    open: new Map(),
    conversations: new Map(),
  };
}
