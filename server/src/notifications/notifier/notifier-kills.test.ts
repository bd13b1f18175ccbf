import type { Message, PushPayload } from '@snug/protocol';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { expect, test } from 'vitest';
import { addPerson } from '../../testing/database.ts';
import { createNotifierSetup, type NotifierSetup } from '../../testing/notifier-setup.ts';
import { isOnPostgres } from '../../testing/select-engine.ts';
import { type KilledAt, SimulatedKill } from '../../testing/simulated-kill.ts';
import type { PushOutcome } from '../push-sender.ts';

/** A database server on a busy machine takes a second for a day. */
const TIMEOUT_MS = 180_000;
const [SECOND_MS, MINUTE_MS] = [1_000, 60_000];
/** A notification leaves at most so long after everything in it was read. */
const READ_MS = 2 * SECOND_MS;
/** Of the steps of the process, every so many is its last one. The first of them is random. */
const SAMPLE = isOnPostgres ? 300 : IS_WIDE ? 56 : 168;

interface Due {
  uid: string;
  message: Message;
}

interface Arrival {
  uid: string;
  deviceId: string;
  at: number;
  contents: PushPayload;
}

/** What happens in a few minutes, and what arrives. */
class Day {
  readonly due: Due[] = [];
  readonly arrivals: Arrival[] = [];
  readonly deleted = new Set<string>();
  /** By person and room: up to which message they have read, and since when. */
  readonly reads: { uid: string; roomId: string; seq: number; at: number }[] = [];
  readonly setup: NotifierSetup;
  readonly #kill: SimulatedKill;
  #isReplaced = false;

  static async start(kill: SimulatedKill): Promise<Day> {
    return new Day(await createNotifierSetup({ kill }), kill);
  }

  private constructor(setup: NotifierSetup, kill: SimulatedKill) {
    this.setup = setup;
    this.#kill = kill;
  }

  /** Lets time pass, and starts another process soon after a kill. */
  async pass(ms: number): Promise<void> {
    await this.setup.pass(ms);
    if (!this.#kill.isDead || this.#isReplaced) return;
    this.#isReplaced = true;
    await this.setup.pass(300);
    await this.react(false);
    await this.setup.another({});
    // It begins with what the other one left.
    await this.setup.pass(0);
  }

  respond(outcomeOf: (deviceId: string) => PushOutcome): void {
    const { service, time } = this.setup;
    service.respond = ({ uid, deviceId, contents }) => {
      const outcome = outcomeOf(deviceId);
      if (outcome.kind === 'accepted') this.arrivals.push({ uid, deviceId, at: time.now, contents });
      return outcome;
    };
  }

  async send(sending: Promise<Message>, ...uids: readonly string[]): Promise<Message> {
    const message = await sending;
    this.due.push(...uids.map(uid => ({ uid, message })));
    return message;
  }

  /** Moves the position of a room, and calls nobody. */
  async react(on: boolean): Promise<void> {
    const [first] = this.due;
    if (!first) return;
    const { id: messageId, roomId } = first.message;
    await this.setup.write('set_reaction', { uid: first.uid }, { roomId, messageId, emoji: '👍', on });
  }

  async read(uid: string, roomId: string): Promise<void> {
    await this.setup.readRoom(uid, roomId);
    const seq = Math.max(0, ...this.#listSeqs(roomId));
    this.reads.push({ uid, roomId, seq, at: this.setup.time.now });
  }

  #listSeqs(roomId: string): number[] {
    return this.due.filter(({ message }) => message.roomId === roomId).map(({ message }) => message.seq);
  }

  isRead({ uid, message: { roomId, seq, id } }: Due, by = Number.POSITIVE_INFINITY): boolean {
    const isRead = this.reads.some(
      read => read.uid === uid && read.roomId === roomId && read.seq >= seq && read.at <= by,
    );
    return isRead || this.deleted.has(id);
  }
}

async function runDay(at?: KilledAt): Promise<{ problems: string[]; steps: number; isDead: boolean }> {
  const kill = new SimulatedKill(at);
  const day = await Day.start(kill);
  const { setup } = day;
  const { db, ann, roomId, time, mention, sendMessage, write, choose, openDirect, addDevice } = setup;
  day.respond(() => ({ kind: 'accepted' }));
  const [ben, cem, eve] = [
    await setup.addMember('Ben'),
    await setup.addMember('Cem'),
    await setup.addMember('Eve'),
  ];
  const { id: flaky } = await addDevice(ben);
  const fay = await addPerson(db, 'Fay');
  const [direct, other] = [await openDirect(ben, ann), await openDirect(ben, fay)];
  await sendMessage('hi', { to: direct, by: ben });
  await sendMessage('hi', { to: other, by: ben });
  await choose(cem, { words: ['soup'] });
  await write('set_room_options', { uid: eve }, { roomId, level: 'everything' });
  const devices = await db.selectFrom('push_devices').select(['id', 'userId']).execute();
  const events: (() => Promise<unknown>)[] = [
    () => day.send(mention(ben, 'one'), ben, eve),
    () => day.send(mention(cem, 'two'), cem, eve),
    () => day.send(mention(null, 'dinner'), ben, cem, eve),
    () => day.read(ben, roomId),
    () => day.send(sendMessage('the soup is ready'), cem, eve),
    async () =>
      day.respond(id => (id === flaky ? { kind: 'later', retryAfterMs: 3_000 } : { kind: 'accepted' })),
    () => day.send(mention(ben, 'refused on one device'), ben, eve),
    async () => day.respond(() => ({ kind: 'accepted' })),
    () => day.send(sendMessage('psst', { to: direct }), ben),
    () => choose(cem, { pausedUntil: time.now + MINUTE_MS }),
    () => day.send(mention(cem, 'during the pause'), cem, eve),
    async () => {
      const gone = await day.send(mention(ben, 'deleted'), ben, eve);
      await write('delete_message', { uid: ann }, { roomId, messageId: gone.id });
      day.deleted.add(gone.id);
    },
    () => choose(cem, { pausedUntil: null }),
    () => day.read(eve, roomId),
    () => day.send(mention(null, 'the end'), ben, cem, eve),
    ...Array.from(
      { length: 6 },
      (_, index) => () =>
        day.send(
          sendMessage(`fast ${index}`, { to: index % 2 ? direct : other, by: index % 2 ? ann : fay }),
          ben,
        ),
    ),
  ];
  const pauses = [60, 1_000, 200, 2_500, 10_000];
  for (const [index, event] of events.entries()) {
    await event();
    // A repetition after a kill removes it.
    await day.react(true);
    await day.pass(pauses[index % pauses.length] ?? 0);
  }
  for (let count = 0; count < 24; count++) await day.pass(5 * SECOND_MS);
  const problems = [
    ...findUncovered(day, devices),
    ...devices.flatMap(({ id, userId }) => findWrongAlerts(day, id, userId)),
  ];
  return { problems, steps: kill.steps, isDead: kill.isDead };
}

/** Messages of which a device of their person has neither a push, nor a later one of their room, nor a summary. */
function findUncovered(day: Day, devices: readonly { id: string; userId: string }[]): string[] {
  const problems: string[] = [];
  for (const due of day.due.filter(each => !day.isRead(each)))
    for (const { id } of devices.filter(({ userId }) => userId === due.uid)) {
      const isCovered = day.arrivals.some(
        ({ deviceId, at, contents }) => deviceId === id && covers(contents, due.message, at),
      );
      if (!isCovered) problems.push(`no push for ${due.message.text} on ${id}`);
    }
  return problems;
}

function covers({ snug }: PushPayload, { roomId, seq, createdAt }: Message, at: number): boolean {
  if (!('kind' in snug)) return false;
  return snug.kind === 'summary' ? at >= createdAt : snug.room?.id === roomId && snug.seq >= seq;
}

/** What a device alerts of twice, or although it was read 2 s before. */
function findWrongAlerts(day: Day, deviceId: string, uid: string): string[] {
  const problems: string[] = [];
  const shown = new Map<string, number>();
  const read = new Map<string, number>();
  const alerted = new Set<string>();
  let summaryAt = 0;
  for (const { at, contents } of day.arrivals.filter(arrival => arrival.deviceId === deviceId)) {
    const { snug } = contents;
    for (const [tag, seq] of Object.entries(snug.read ?? {}))
      read.set(tag, Math.max(seq, read.get(tag) ?? 0));
    if (!('kind' in snug)) continue;
    const { kind, tag, seq, path, silent, room } = snug;
    if (seq <= Math.max(shown.get(tag) ?? 0, read.get(tag) ?? 0)) continue;
    shown.set(tag, seq);
    if (silent) continue;
    const unread = day.due.filter(
      each =>
        each.uid === uid &&
        each.message.createdAt <= at &&
        (kind === 'summary' || each.message.roomId === room?.id) &&
        !day.isRead(each, at - READ_MS),
    );
    if (unread.length === 0) problems.push(`${tag} alerts at ${at}, and everything is read`);
    const isNew =
      kind === 'summary' ? unread.some(({ message }) => message.createdAt > summaryAt) : !alerted.has(path);
    if (!isNew) problems.push(`${tag} alerts twice of ${path}`);
    alerted.add(path);
    if (kind === 'summary') summaryAt = at;
  }
  return problems;
}

test(
  'PN4 a process that is killed at any statement, write or push loses no call, and no device alerts twice or of what was read',
  async () => {
    const { steps, problems } = await runDay();
    expect(problems).toEqual([]);
    expect(steps).toBeGreaterThan(200);
    const first = 1 + Math.floor(Math.random() * Math.min(SAMPLE, steps));
    for (let step = first; step <= steps; step += SAMPLE)
      for (const isDone of [false, true])
        expect([step, isDone, (await runDay({ step, isDone })).problems]).toEqual([step, isDone, []]);
  },
  TIMEOUT_MS,
);
