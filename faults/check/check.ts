import { openDatabase, openDatabaseServer } from '@snug/server/db/open.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { openStorage, type StorageSettings } from '@snug/server/files/storage/open-storage.ts';
import type { Journal } from '../journal.ts';
import type { Reader } from '../load/reader.ts';
import { checkCounts, checkCursors } from './cursors.ts';
import { checkDeadlocks } from './deadlocks.ts';
import { checkMessageEdits } from './edits.ts';
import { checkFiles } from './files.ts';
import { checkPins, checkSaved } from './keep.ts';
import { checkMentions } from './mentions.ts';
import { checkMessages } from './messages.ts';
import { checkBridges, checkObservedEvents } from './observed-events.ts';
import { checkAuthors, checkPositions } from './positions.ts';
import { assertNoProblems, type Problem } from './problem.ts';
import { checkRefusals } from './refusals.ts';
import { checkReplays, countReplays } from './replay.ts';
import { checkConversations, checkReplies } from './replies.ts';
import { checkReactions, checkRoomEdits, checkRooms } from './rooms.ts';
import { readStored } from './stored.ts';
import { checkSyncs, type TraceStep } from './syncs.ts';
import { checkViews } from './views.ts';

export interface Evidence {
  journal: Journal;
  readers: readonly Reader[];
  roomIds: readonly string[];
  data: string;
  /** The store with the files, if they are not in the data folder. */
  s3?: StorageSettings['s3'];
  /** The database, if it is not in the data folder. */
  databaseUrl?: string;
  trace?: readonly TraceStep[];
}

export type CheckSummary = {
  operations: number;
  /** Operations of which no attempt got a result or a refusal. */
  unanswered: number;
  messages: number;
  events: number;
  connections: number;
  acknowledged: number;
  /** Gaps that servers filled for their clients. */
  bridges: number;
  /** Rooms whose events one connection received from first to last, and which were replayed. */
  replays: number;
};

export async function findProblems(
  evidence: Evidence,
): Promise<{ problems: Problem[]; checked: CheckSummary }> {
  const { journal, readers, roomIds, data, s3, databaseUrl, trace = [] } = evidence;
  const db = await openEvidence(evidence);
  try {
    const stored = await readStored(db);
    const problems = [
      ...checkMessages(journal, stored),
      ...checkRefusals(journal),
      ...checkPositions(stored),
      ...checkAuthors(journal.getOperations('send_message'), stored),
      ...checkObservedEvents(journal, stored),
      ...checkRooms(stored),
      ...checkReactions(journal, stored),
      ...checkMessageEdits(journal, stored),
      ...checkReplies(journal, stored),
      ...checkConversations(readers, stored),
      ...checkMentions(journal, stored),
      ...checkCursors(journal, stored),
      ...checkCounts(journal, readers, stored, roomIds),
      ...checkRoomEdits(journal, stored),
      ...checkPins(journal, stored),
      ...checkSaved(journal, stored),
      ...(await checkFiles(journal, stored, openStorage({ data, s3 }))),
      ...(await checkReplays(journal.observed, db)),
      ...(await checkViews(readers, db, roomIds)),
      ...checkSyncs(trace),
      ...(databaseUrl === undefined ? checkBridges(journal) : await checkDeadlocks(db)),
    ];
    return { problems, checked: summarize(journal, stored.messages.length) };
  } finally {
    await db.destroy();
  }
}

async function openEvidence({ data, databaseUrl }: Evidence): Promise<Db> {
  if (databaseUrl === undefined) return openDatabase(data, { readOnly: true });
  return openDatabaseServer(databaseUrl);
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
    unanswered: operations.filter(({ outcome, refusal }) => outcome === 'unknown' && !refusal).length,
    acknowledged: operations.filter(({ outcome }) => outcome === 'acknowledged').length,
    messages,
    bridges: observed.bridges.length,
    events: [...observed.events.values()].reduce((sum, room) => sum + room.size, 0),
    connections: observed.recorders.length,
    replays: countReplays(observed),
  };
}
