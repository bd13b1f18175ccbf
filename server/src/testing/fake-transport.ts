import type { ServerFrame } from '@snug/protocol';
import { onTestFinished } from 'vitest';
import { LocalBus } from '../cluster/bus/local-bus.ts';
import { SendBufferBudget } from '../limits/send-buffer-budget.ts';
import { TimedTurns } from '../limits/timed-turns.ts';
import { TurnScheduler } from '../limits/turn-scheduler.ts';
import { Connection, type ConnectionOptions } from '../realtime/connection.ts';
import { Hub } from '../realtime/hub.ts';
import type { Transport } from '../realtime/transport.ts';
import type { Flushable } from '../realtime/write-scheduler.ts';

/** A transport that only records. */
export class FakeTransport implements Transport {
  /** The sent frames, one array per write. */
  readonly writes: ServerFrame[][] = [];
  readonly closed: number[] = [];
  closeReason: string | undefined;
  unread = 0;
  terminated = 0;

  write: Transport['write'] = ({ frames }) => {
    this.writes.push(frames.map(({ text }) => JSON.parse(text) as ServerFrame));
  };
  readonly address = '127.0.0.1';
  isPaused = false;
  readonly pause = (): void => {
    this.isPaused = true;
  };
  readonly resume = (): void => {
    this.isPaused = false;
  };
  readonly unreadBytes = (): number => this.unread;
  readonly close = (code: number, reason?: string): void => {
    this.closed.push(code);
    this.closeReason = reason;
  };
  readonly terminate = (): void => {
    this.terminated++;
  };

  get sent(): ServerFrame[] {
    return this.writes.flat();
  }
}

/** A connection with a transport, a hub and a clock of the test. */
export function createTestConnection(options: Partial<ConnectionOptions> = {}) {
  const deferred: (() => void)[] = [];
  const clock = { now: 0 };
  const timers: { run: () => void; ms: number }[] = [];
  const transport = new FakeTransport();
  const hub = new Hub(new LocalBus());
  const writes = { enqueue: (member: Flushable) => deferred.push(() => member.flush()) };
  const connection = new Connection({
    uid: 'ann',
    guest: false,
    sessionId: 'session',
    transport,
    hub,
    roomViewers: { enter: () => {}, leave: () => {} },
    active: { set: () => {} },
    dispatch: async (_caller, command) => ({ did: command }),
    resultEncoder: { encode: (_uid, _command, value) => JSON.stringify(value ?? null), charge: () => {} },
    sendBufferBudget: new SendBufferBudget(),
    now: () => clock.now,
    defer: flush => deferred.push(flush),
    setTimer: (run, ms) => timers.push({ run, ms }),
    heldCommands: new TimedTurns({ maxMs: 1, now: () => clock.now, defer: run => deferred.push(run) }),
    largeFrames: new TurnScheduler(1, run => deferred.push(run)),
    writes,
    backgroundWrites: writes,
    onEnd: () => {},
    ...options,
  });
  /** Ends this turn of the event loop, after all pending work. */
  const endTurn = async () => {
    await new Promise(setImmediate);
    for (const flush of deferred.splice(0)) flush();
  };
  onTestFinished(() => connection.dispose());
  return { connection, transport, hub, clock, deferred, timers, endTurn };
}
