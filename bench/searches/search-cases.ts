import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { MAX_FOUND_MESSAGES } from '@snug/protocol';
import { systemClock } from '@snug/server/base/clock.ts';
import type { DatabaseLocation } from '@snug/server/db/open.ts';
import { MessageSearch } from '@snug/server/search/message-search.ts';
import { openIndex } from '@snug/server/search/open-index.ts';
import type { SearchInput, SearchResult } from '@snug/server/search/search-run.ts';
import { SearchThread } from '@snug/server/search/search-thread.ts';
import { readFamilyCpuMs } from '@snug/testkit/process-stats.ts';
import { until } from '@snug/testkit/until.ts';
import { Histogram } from '../load/histogram.ts';
import type { Goal, Row } from '../measurement.ts';
import { APART, IN_ORDER, RARE, type SearchedPeople } from './search-data.ts';

/** Of the keys on PostgreSQL. */
export const INDEX_SECRET = 'x'.repeat(32);

const [FIRST, SECOND] = APART;
/** A search ends after so much work. */
const MAX_WORK_MS = 100;
const MAX_CUT_PERCENT = 1;

/** Of the main thread, which serves everything else. */
const [IDLE, SEARCHING] = ['delay of the event loop, idle', 'the same, while ten people search'];
const MAX_DELAY_RATIO = 1.2;
/** For each search of a case. */
const DELAY_MS = 10;

const [P50, P99, CPU, CUT] = ['p50 ms', 'p99 ms', 'processor ms', 'cut by time %'] as const;
const WORK = 'p99 of its work, ms';

const WRONG_ORDER: SearchInput = { text: `"${IN_ORDER.toReversed().join(' ')}"` };

interface Case {
  of: string;
  input: SearchInput;
  isByQuiet?: true;
}

const CASES: readonly Case[] = [
  { of: 'frequent word', input: { text: FIRST } },
  { of: 'beginning of a frequent word', input: { text: FIRST.slice(0, 3), isTyping: true } },
  { of: 'rare word', input: { text: RARE } },
  { of: 'unknown word', input: { text: 'qqqqqq' } },
  { of: 'two frequent words that rarely meet', input: { text: `${FIRST} ${SECOND}` } },
  { of: 'beginnings of these', input: { text: `${FIRST.slice(0, 3)} ${SECOND.slice(0, 3)}` } },
  { of: 'two frequent words in the wrong order', input: WRONG_ORDER },
  { of: 'one letter', input: { text: 'a', isTyping: true } },
  { of: 'frequent word of a person with few messages', input: { text: FIRST }, isByQuiet: true },
];

interface Scope {
  of: string;
  rooms: 'few' | 'many';
  /** Guests do not see open rooms. */
  isGuest?: true;
  isOneRoom?: true;
}

const SCOPES: readonly Scope[] = [
  { of: '50 private rooms', rooms: 'few', isGuest: true },
  { of: 'open and 50 private rooms', rooms: 'few' },
  { of: 'open and 1,000 private rooms', rooms: 'many' },
  { of: 'one room', rooms: 'many', isOneRoom: true },
];

/** `atMost` of the 99th percentile in ms, with at most 50 private rooms and with 1,000. */
export function listSearchGoals({ few, many }: { few: number; many: number }): Goal[] {
  const ofCases = CASES.flatMap(each =>
    SCOPES.flatMap((scope): Goal[] => [
      { of: toName(each, scope), figure: P99, atMost: scope.rooms === 'few' ? few : many },
      { of: toName(each, scope), figure: CUT, atMost: MAX_CUT_PERCENT },
    ]),
  );
  return [...ofCases, { of: SEARCHING, figure: P99, atMost: MAX_DELAY_RATIO, timesOf: IDLE }];
}

function toName({ of }: Case, scope: Scope): string {
  return `${of}, ${scope.of}`;
}

export interface SearchedData {
  location: DatabaseLocation;
  people: SearchedPeople;
  /** Of the database server. */
  databasePid?: number;
}

/** The index retries by itself. */
export function reportFailure(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}

/** Whole searches, as a server answers them, one after the other: with their threads, rights and texts. */
export async function measureSearches(data: SearchedData, count: number): Promise<Row[]> {
  const { location } = data;
  const index = await openIndex({
    ...location,
    secret: INDEX_SECRET,
    clock: systemClock,
    onFailure: reportFailure,
  });
  const thread = new SearchThread({ location, index, onFailure: reportFailure });
  const search = new MessageSearch(thread.begin);
  await until('the threads have started', () => {
    const found = search.search({ uid: data.people.quiet, now: Date.now() }, { text: RARE });
    return found.then(
      () => true,
      () => false,
    );
  });
  const rows: Row[] = [];
  for (const each of CASES)
    for (const scope of SCOPES) rows.push(await measureCase(data, search, { each, scope, count }));
  const delayMs = count * DELAY_MS;
  rows.push(await measureLoopDelay(IDLE, wait(delayMs)));
  rows.push(await measureLoopDelay(SEARCHING, searchTogether(search, data.people.many, delayMs)));
  await thread.close();
  await index.close();
  return rows;
}

async function measureCase(
  { people: { few, many, quiet, roomId }, databasePid }: SearchedData,
  search: MessageSearch,
  { each, scope, count }: { each: Case; scope: Scope; count: number },
): Promise<Row> {
  const { rooms, isGuest, isOneRoom } = scope;
  const uid = rooms === 'few' ? few : (many[0] ?? '');
  const input = { ...each.input, ...(each.isByQuiet && { from: quiet }), ...(isOneRoom && { roomId }) };
  const readCpu = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000 + (databasePid === undefined ? 0 : readFamilyCpuMs(databasePid));
  };
  const times = new Histogram();
  let cut = 0;
  const cpuBefore = readCpu();
  for (let round = 0; round < count; round++) {
    const began = performance.now();
    const result = await search.search({ uid, guest: isGuest, now: Date.now() }, input);
    const taken = performance.now() - began;
    times.add(taken);
    if (isUnfinished(result) && taken >= MAX_WORK_MS) cut++;
  }
  const figures = {
    [P50]: times.at(0.5),
    [P99]: times.at(0.99),
    [CPU]: (readCpu() - cpuBefore) / count,
    [CUT]: (cut / count) * 100,
  };
  return { of: toName(each, scope), figures };
}

async function measureLoopDelay(of: string, work: Promise<unknown>): Promise<Row> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const takeWork = watchWork();
  await work;
  delay.disable();
  const at = (percent: number) => delay.percentile(percent) / 1_000_000;
  return { of, figures: { [P50]: at(50), [P99]: at(99), [WORK]: takeWork().at(0.99) } };
}

/** The processor time of this thread in each ms. Unlike the delay, it does not depend on what else runs on the machine. */
function watchWork(): () => Histogram {
  const times = new Histogram();
  const read = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let last = read();
  const timer = setInterval(() => {
    const now = read();
    times.add(now - last);
    last = now;
  }, 1);
  return () => {
    clearInterval(timer);
    return times;
  };
}

/** The case that takes the most work: each text is compared. */
async function searchTogether(search: MessageSearch, uids: readonly string[], ms: number): Promise<void> {
  const end = performance.now() + ms;
  await Promise.all(
    uids.map(async uid => {
      while (performance.now() < end) await search.search({ uid, now: Date.now() }, WRONG_ORDER);
    }),
  );
}

function isUnfinished({ messages, next }: SearchResult): boolean {
  return next !== undefined && messages.length < MAX_FOUND_MESSAGES;
}
