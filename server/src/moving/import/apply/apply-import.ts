import { sql } from 'kysely';
import type { FileLine, RoomLine } from '../../../export/format/lines.ts';
import type { CheckedRoom, Fault } from '../check/check-rooms.ts';
import { type ImportedMessage, leaveOut } from '../import-source.ts';
import { RoomBalance } from '../ledger.ts';
import { getSourceKey, type ImportOptions, type ImportRun } from './import-run.ts';
import { ImportTransaction } from './import-transaction.ts';
import { ImportedEmoji } from './imported-emoji.ts';
import { storeFiles, type WantedFile } from './imported-files.ts';
import { ImportedPeople } from './imported-people.ts';
import { type KnownMessage, skipKnown } from './known-messages.ts';
import { RoomChecks } from './room-checks.ts';
import { findKnown, RoomLog } from './room-log.ts';
import { finishRoom, type RoomTarget, RoomTargets } from './room-target.ts';
import { countReactions, skipMessage } from './skip-message.ts';

export type { ImportOptions, ImportProgress } from './import-run.ts';

/** Of one step. */
const MAX_MESSAGES = 10_000;
const MAX_UNITS = 8_000_000;
const MAX_REACTIONS = 50_000;

/** Of SQLite. */
const CACHE_KB = 131_072;
const CHECKPOINT_PAGES = 16_384;

/** The archive's rooms, with what belongs to each of them. */
interface RoomParts {
  people: ImportedPeople;
  emoji: ImportedEmoji;
  targets: RoomTargets;
}

/**
 * Stores an archive in a stopped server's database. Nothing is published. An import that was killed, or lost its database, continues
 * when it runs again; a second one adds what is new. The ledger of the source counts the stored items. Returns the rules of the log that the
 * rooms break now, which is a fault of the import. Throws an `ImbalanceError` after the first room of which something is lost.
 */
export async function applyImport(options: ImportOptions): Promise<Fault[]> {
  const run: ImportRun = {
    ...options,
    sourceKey: getSourceKey(options.source),
    transaction: new ImportTransaction(options.db),
    progress: { people: 0, rooms: 0, messages: 0, files: 0, fileBytes: 0 },
  };
  await prepareConnection(run);
  try {
    const checks = new RoomChecks(run);
    await storeAll(run, checks);
    await settle(run);
    return await checks.finish();
  } catch (error) {
    // The next import continues from there, if the database still answers.
    await run.transaction.commit().catch(() => {});
    throw error;
  }
}

async function storeAll(run: ImportRun, checks: RoomChecks): Promise<void> {
  const people = new ImportedPeople(run);
  await people.storeAll(run.source.people());
  const emoji = new ImportedEmoji(run, people);
  await emoji.storeAll(run.source.emoji());
  const targets = new RoomTargets(run, people);
  report(run);
  for await (const rooms of run.source.rooms())
    for (const room of rooms) {
      if (run.isChosen?.(room) === false) leaveOut(run.source, room);
      else {
        const balance = new RoomBalance(run.source.ledger);
        const countedBefore = run.source.countRead?.(room) ?? 0;
        for (const written of await storeRoom(run, { people, emoji, targets }, room))
          await checks.add(written);
        balance.check(room.name, countedBefore);
      }
      run.progress.rooms++;
      report(run);
    }
}

/**
 * Rows go into far places of large indexes: a page is written once, and not again for each few rows. SQLite keeps what undoes a single
 * statement in memory, which has the pages of a few thousand rows. A power cut may undo the last transactions, and the next import stores
 * them again.
 */
async function prepareConnection({ db, engine }: ImportRun): Promise<void> {
  if (engine === 'postgres') return;
  await sql.raw(`pragma cache_size = -${CACHE_KB}`).execute(db);
  await sql.raw('pragma synchronous = normal').execute(db);
  await sql.raw('pragma temp_store = memory').execute(db);
  await sql.raw(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`).execute(db);
}

/** PostgreSQL would plan for the tables as they were. SQLite plans by the statements alone, and syncs its log from now on. */
async function settle({ db, engine, transaction }: ImportRun): Promise<void> {
  await transaction.commit();
  if (engine === 'postgres') await sql`analyze`.execute(db);
  else await sql.raw('pragma synchronous = full').execute(db);
}

/** Returns the rooms that have its messages. */
async function storeRoom(run: ImportRun, parts: RoomParts, line: RoomLine): Promise<readonly CheckedRoom[]> {
  const { source } = run;
  const { ledger } = source;
  const opened = await parts.targets.open(line);
  if (typeof opened === 'string') {
    ledger.skip({ kind: 'room', reason: opened, room: line.name });
    await skipRoom(run, parts, line, opened);
    return [];
  }
  if (opened.isNew) ledger.store('room');
  else ledger.skip({ kind: 'room', reason: 'already_here', room: line.name });
  const writer = new RoomWriter(run, parts, line, opened, await RoomLog.open(run, parts, opened, line.name));
  for await (const { messages, people = [], files = [] } of source.messages(line)) {
    await parts.people.store(people);
    await writer.add(messages, files);
  }
  return writer.finish();
}

/** The messages still count, because the report names them. */
async function skipRoom(
  run: ImportRun,
  { people: known }: RoomParts,
  line: RoomLine,
  reason: string,
): Promise<void> {
  for await (const { messages, people = [] } of run.source.messages(line)) {
    await known.store(people);
    for (const message of messages) skipMessage(run.source.ledger, message, reason, line.name);
    run.progress.messages += messages.length;
    report(run);
  }
}

function report({ onProgress, progress }: ImportRun): void {
  onProgress?.({ ...progress });
}

/** Collects the messages of a room up to the size of a step. */
class RoomWriter {
  readonly #run: ImportRun;
  readonly #parts: RoomParts;
  readonly #line: RoomLine;
  readonly #target: RoomTarget;
  readonly #log: RoomLog;
  /** For messages that are older than what the room has. Undefined: they do not come; null: not needed yet. */
  #lateLog: RoomLog | undefined | null = null;
  #lateTarget: RoomTarget | undefined;
  /** With late messages of earlier imports. Undefined before the first late message. */
  #lateRooms: readonly string[] | undefined;
  #messages: ImportedMessage[] = [];
  readonly #files = new Map<string, FileLine>();
  #units = 0;
  #reactions = 0;

  constructor(run: ImportRun, parts: RoomParts, line: RoomLine, target: RoomTarget, log: RoomLog) {
    this.#run = run;
    this.#parts = parts;
    this.#line = line;
    this.#target = target;
    this.#log = log;
  }

  async add(messages: readonly ImportedMessage[], files: readonly FileLine[]): Promise<void> {
    for (const file of files) this.#files.set(file.id, file);
    for (const message of messages) {
      this.#messages.push(message);
      this.#units += message.text?.length ?? 0;
      this.#reactions += countReactions(message);
    }
    const isFull =
      this.#messages.length >= MAX_MESSAGES || this.#units >= MAX_UNITS || this.#reactions >= MAX_REACTIONS;
    if (isFull) await this.#flush();
  }

  async finish(): Promise<readonly CheckedRoom[]> {
    await this.#flush();
    const targets = [this.#target, this.#lateTarget].filter(target => target && !target.isClosed);
    if (!this.#target.isClosed) await this.#log.finish();
    await this.#parts.people.storeTimes();
    for (const target of targets) if (target) await finishRoom(this.#run, target);
    return targets.flatMap(target => (target ? { roomId: target.roomId, isWhole: !target.isFinished } : []));
  }

  async #flush(): Promise<void> {
    const messages = this.#messages;
    this.#messages = [];
    this.#parts.people.noteTimes(messages);
    [this.#units, this.#reactions] = [0, 0];
    this.#run.signal?.throwIfAborted();
    const unknown = this.#skipKnown(messages, await this.#log.findKnown(messages));
    const late = unknown.filter(message => this.#isLate(message));
    await this.#append(
      this.#log,
      late.length === 0 ? unknown : unknown.filter(message => !this.#isLate(message)),
    );
    if (late.length > 0) await this.#addLate(late);
    this.#files.clear();
    this.#run.progress.messages += messages.length;
    report(this.#run);
  }

  #isLate({ at }: ImportedMessage): boolean {
    const { isClosed, isFinished, lastAt } = this.#target;
    return isClosed || (isFinished && lastAt !== null && Date.parse(at) < lastAt);
  }

  async #addLate(messages: readonly ImportedMessage[]): Promise<void> {
    const { db, late, source } = this.#run;
    const { targets } = this.#parts;
    this.#lateRooms ??= await targets.findLateRooms(this.#line);
    const unknown = this.#skipKnown(messages, await findKnown(db, this.#lateRooms, messages));
    if (this.#lateLog === null && late === 'room') {
      this.#lateTarget = await targets.openLate(this.#line, { canCreate: unknown.length > 0 });
      if (this.#lateTarget)
        this.#lateLog = await RoomLog.open(this.#run, this.#parts, this.#lateTarget, this.#line.name);
      else if (unknown.length > 0) this.#lateLog = undefined;
    }
    if (this.#lateLog) await this.#append(this.#lateLog, unknown);
    else for (const message of unknown) skipMessage(source.ledger, message, 'message.late', this.#line.name);
  }

  /** Returns the messages that earlier imports have not stored. */
  #skipKnown(
    messages: readonly ImportedMessage[],
    known: ReadonlyMap<string, KnownMessage>,
  ): readonly ImportedMessage[] {
    if (known.size === 0) return messages;
    const { ledger } = this.#run.source;
    skipKnown(messages, known, { ...this.#parts, ledger, room: this.#line.name });
    return messages.filter(({ id }) => !known.has(id));
  }

  async #append(log: RoomLog, messages: readonly ImportedMessage[]): Promise<void> {
    if (messages.length === 0) return;
    const { people } = this.#parts;
    // Of two messages with one file, the first one gets it.
    const wanted = new Map<string, WantedFile>();
    for (const { by, deleted, file } of messages) {
      const line = file === undefined ? undefined : this.#files.get(file);
      const author = people.find(by);
      if (line && author && deleted === undefined && !wanted.has(line.id))
        wanted.set(line.id, { line, ownerId: author.uid });
    }
    const files = wanted.size > 0 ? await storeFiles(this.#run, [...wanted.values()]) : undefined;
    await log.append(messages, files);
  }
}
