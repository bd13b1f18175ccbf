import { openDatabase } from '@snug/server/db/open.ts';
import type { Observer } from '@snug/testkit/assert-view.ts';
import type { Journal } from '../journal.ts';
import { checkFiles } from './files.ts';
import { checkMessages } from './messages.ts';
import { checkObservedEvents } from './observed-events.ts';
import { checkAuthors, checkPositions } from './positions.ts';
import { assertNoProblems, type Problem } from './problem.ts';
import { checkRefusals } from './refusals.ts';
import { checkReplays, countReplays } from './replay.ts';
import { checkEdits, checkReactions, checkRooms } from './rooms.ts';
import { readStored } from './stored.ts';
import { checkSyncs, type TraceStep } from './syncs.ts';
import { checkViews } from './views.ts';

/** The state after a load has come to rest. */
export interface Evidence {
  journal: Journal;
  readers: readonly Observer[];
  roomIds: readonly string[];
  /** The data folder of the server. */
  data: string;
  trace?: readonly TraceStep[];
}

export type CheckSummary = {
  operations: number;
  /** Operations without a result. */
  unknown: number;
  messages: number;
  events: number;
  connections: number;
  /** Rooms whose events one connection received from first to last, and which were replayed. */
  replays: number;
};

/** All differences between the stored state, the results and the observed events. */
export async function findProblems(
  evidence: Evidence,
): Promise<{ problems: Problem[]; checked: CheckSummary }> {
  const { journal, readers, roomIds, data, trace = [] } = evidence;
  const db = openDatabase(data, { readOnly: true });
  try {
    const stored = await readStored(db);
    const problems = [
      ...checkMessages(journal, stored),
      ...checkRefusals(journal),
      ...checkPositions(stored),
      ...checkAuthors(journal, stored),
      ...checkObservedEvents(journal, stored),
      ...checkRooms(stored),
      ...checkReactions(journal, stored),
      ...checkEdits(journal, stored),
      ...checkFiles(journal, stored, data),
      ...(await checkReplays(journal.observed, db)),
      ...(await checkViews(readers, db, roomIds)),
      ...checkSyncs(trace),
    ];
    return { problems, checked: summarize(journal, stored.messages.length) };
  } finally {
    await db.destroy();
  }
}

/** Throws if there is a problem. */
export async function checkEvidence(evidence: Evidence): Promise<CheckSummary> {
  const { problems, checked } = await findProblems(evidence);
  assertNoProblems(problems);
  return checked;
}

function summarize({ operations, observed }: Journal, messages: number): CheckSummary {
  return {
    operations: operations.length,
    unknown: operations.filter(({ outcome }) => outcome === 'unknown').length,
    messages,
    events: [...observed.events.values()].reduce((sum, room) => sum + room.size, 0),
    connections: observed.recorders.length,
    replays: countReplays(observed),
  };
}
