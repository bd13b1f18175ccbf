import { isRoomEvent, type Message, type Person, type ServerFrame } from '@snug/protocol';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { ClusterNode } from '../app/cluster-node.ts';
import { createCore } from '../app/core.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import { createBus } from '../cluster/bus/create-bus.ts';
import { createNotificationEncoder } from '../cluster/bus/envelope.ts';
import { openFiles } from '../commands/file-services.ts';
import { openStore } from '../commands/open-store.ts';
import type { NatsSettings } from '../config/nats-settings.ts';
import type { Store } from '../db/store.ts';
import { toStoredTime } from '../db/stored-time.ts';
import { findPerson } from '../people/profiles/person.ts';
import type { FollowingIndex } from '../search/search-index.ts';
import { addPerson } from './database.ts';
import { FakeTransport } from './fake-transport.ts';
import { temporaryFolder } from './temporary-folder.ts';

const DAY_MS = 24 * 3_600_000;
/** The bus reports connections that the test cuts. */
const ignore = () => {};

async function openTestStore(databaseUrl: string, node: string, hasBroker = false): Promise<Store> {
  const options = {
    data: temporaryFolder(),
    databaseUrl,
    encoder: createNotificationEncoder(node, hasBroker),
    onFatalError: ignore,
    prepare: async () => {},
  };
  const { store } = await openStore(options);
  onTestFinished(() => store.close());
  return store;
}

interface NodeOptions {
  /** The address for its LISTEN connection. */
  listenUrl?: string;
  clock?: Clock;
  searchIndex?: FollowingIndex;
  nats?: NatsSettings;
}

/** A server without its routes, one of several on the database. */
export async function startNode(
  databaseUrl: string,
  { listenUrl = databaseUrl, clock = systemClock, searchIndex, nats }: NodeOptions = {},
) {
  const nodeId = newId();
  const store = await openTestStore(databaseUrl, nodeId, nats !== undefined);
  const { listen } = listenUrl === databaseUrl ? store : await openTestStore(listenUrl, nodeId);
  const listening = { ...store, ...(listen && { listen }) };
  const bus = createBus({ store: listening, nats, node: nodeId, clock, onFailure: ignore });
  const core = createCore({
    store,
    files: openFiles({ data: temporaryFolder() }, true),
    clock,
    config: { fixed: {}, providers: [], maxFileBytes: 1, quota: 1, rates: undefined, outboundAllow: [] },
    server: { engine: 'postgres', startedAt: 0, settings: [], readDatabaseBytes: async () => 0 },
    secret: 'x'.repeat(32),
    onFailure: ignore,
    bus,
    nodeId,
    searchIndex,
  });
  const node = new ClusterNode({
    id: nodeId,
    bus,
    busName: nats ? 'nats' : 'database',
    ...core,
    clock,
    onOtherEnded: () => searchIndex?.compare?.(),
    onFatal: ignore,
    onFailure: ignore,
  });
  await node.start();
  onTestFinished(async () => {
    core.connections.close();
    await core.writer.whenIdle();
    await node.stop();
    await bus.stop();
  });
  return { ...core, bus, node };
}

export type TestNode = Awaited<ReturnType<typeof startNode>>;

export async function addPersonWithSession({ read }: TestNode): Promise<{ me: Person; sessionId: string }> {
  const me = await findPerson(read, await addPerson(read, 'Ann'));
  if (!me) throw new Error('no such person');
  const sessionId = newId();
  const now = toStoredTime(Date.now());
  await sql`insert into "sessions" ("id", "userId", "token", "createdAt", "updatedAt", "expiresAt") values
    (${sessionId}, ${me.uid}, ${sessionId}, ${now}, ${now}, ${toStoredTime(Date.now() + DAY_MS)})`.execute(
    read,
  );
  return { me, sessionId };
}

/** A person's socket that has one room open, and never catches up by itself. Throws if the events of the room have a gap. */
export class RoomReader {
  readonly transport = new FakeTransport();
  readonly uid: string;
  #position: number | undefined;
  #readFrames = 0;
  readonly #texts = new Map<number, string>();

  constructor(node: TestNode, { me, sessionId }: { me: Person; sessionId: string }, roomId: string) {
    this.uid = me.uid;
    const connection = node.connections.accept(me, sessionId, this.transport);
    connection.receive(JSON.stringify({ id: 1, command: 'open_room', input: { roomId } }));
  }

  /** Undefined until the room is open. */
  get position(): number | undefined {
    this.#readNewFrames();
    return this.#position;
  }

  /** The messages so far, or since the last reset, in the order of the room. */
  get texts(): string[] {
    this.#readNewFrames();
    return [...this.#texts].toSorted(([a], [b]) => a - b).map(([, text]) => text);
  }

  countEvents(type: string): number {
    return this.transport.sent
      .flatMap(frame => ('events' in frame ? frame.events : []))
      .filter(event => event.type === type).length;
  }

  #readNewFrames(): void {
    const { sent } = this.transport;
    for (const frame of sent.slice(this.#readFrames)) this.#readFrame(frame);
    this.#readFrames = sent.length;
  }

  #readFrame(frame: ServerFrame): void {
    if ('ok' in frame) this.#position = (frame.ok as { seq: number }).seq;
    if (!('events' in frame)) return;
    for (const event of frame.events) {
      if (isRoomEvent(event))
        this.#advance(event.seq - 1, event.seq, event.type === 'message_sent' ? [event.message] : []);
      if (event.type !== 'room_caught_up') continue;
      if (event.reset) this.#texts.clear();
      this.#advance(event.from, event.to, event.messages);
    }
  }

  #advance(from: number, to: number, messages: readonly Message[]): void {
    if (this.#position === undefined || from > this.#position)
      throw new Error(`event ${to} came after ${this.#position}, with a gap between them`);
    this.#position = Math.max(this.#position, to);
    for (const { seq, text = '' } of messages) this.#texts.set(seq, text);
  }
}
