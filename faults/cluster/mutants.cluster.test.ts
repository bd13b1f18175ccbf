import { expect, test } from 'vitest';
import { CLUSTER_MUTANTS } from '../mutants/cluster-mutants.ts';
import { createMutantOptions } from '../mutants/mutant-options.ts';
import { startTestCluster } from './fixtures.ts';
import {
  breakTransactions,
  crowdRooms,
  loseLastAnswers,
  type Oracle,
  sendLargeMessages,
  startNode,
} from './oracles.ts';
import { raceNodes } from './races.ts';
import { stallListener } from './stalled-listener.ts';

interface Expected {
  oracle: Oracle;
  /** The oracle must report one of these. */
  broken: readonly string[];
  nodes?: number;
}

/** A reader saw a change that is not stored: another one has its position, or the log of the room ends before it. */
const SEEN_ONLY = ['not requested', 'lost'];

const EXPECTED: Record<string, Expected> = {
  'an event before the commit': { oracle: breakTransactions, broken: SEEN_ONLY },
  'a notification outside of its transaction': { oracle: loseLastAnswers, broken: ['no event'] },
  'locks in the order of the messages': { oracle: crowdRooms, broken: ['deadlock'], nodes: 3 },
  'a room that is read before it is locked': { oracle: raceNodes, broken: ['no admin'] },
  'an event that does not wait for its predecessors': {
    oracle: sendLargeMessages,
    broken: ['event missing'],
  },
  'positions that are not compared after an outage': { oracle: stallListener, broken: ['late'] },
  'presences that a start clears': { oracle: startNode, broken: ['offline'], nodes: 1 },
};

/** Some faults show only if a connection breaks at the right moment. */
const MOST_LOADS = 4;

test('each mutant of a cluster has an expected result', () => {
  expect(Object.keys(EXPECTED)).toEqual(Object.keys(CLUSTER_MUTANTS));
});

for (const [name, { oracle, broken, nodes = 2 }] of Object.entries(EXPECTED)) {
  test(`the cluster tests detect ${name}`, async () => {
    const found: string[] = [];
    for (let load = 0; load < MOST_LOADS && !found.some(fault => broken.includes(fault)); load++)
      found.push(...(await oracle(await startTestCluster(nodes, createMutantOptions(name)))));
    expect(found.filter(fault => broken.includes(fault))).not.toEqual([]);
  });

  test(`without ${name}, nothing is reported`, async () => {
    expect(await oracle(await startTestCluster(nodes), true)).toEqual([]);
  });
}
