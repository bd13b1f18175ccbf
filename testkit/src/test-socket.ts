import { once } from 'node:events';
import {
  type ErrorBody,
  type Event,
  type EventOf,
  type EventType,
  PROTOCOL_VERSION,
  type ServerFrame,
} from '@snug/protocol';
import { WebSocket } from 'ws';

export interface TestSocketOptions {
  cookie?: string;
  /** Undefined omits the header. By default the server's own. */
  origin?: string | undefined;
  version?: number | string;
  headers?: Record<string, string>;
}

export interface CommandOutcome {
  ok?: unknown;
  error?: ErrorBody;
}

/** An outcome without the id of its request, which differs each time. */
export function withoutId<Outcome extends CommandOutcome>(outcome: Outcome): Outcome {
  if (!outcome.error) return outcome;
  const { id: _, ...error } = outcome.error;
  return { ...outcome, error };
}

export class TestSocket {
  readonly socket: WebSocket;
  readonly texts: string[] = [];
  readonly closed: Promise<number>;
  closeReason = '';
  readonly #pending = new Map<number, (outcome: CommandOutcome) => void>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise(resolve =>
      socket.on('close', (code, reason) => {
        this.closeReason = reason.toString();
        resolve(code);
      }),
    );
    socket.on('message', data => this.#receive((data as Buffer).toString()));
  }

  /** Rejects if the upgrade is rejected. */
  static async open(url: string, options: TestSocketOptions): Promise<TestSocket> {
    const origin = 'origin' in options ? options.origin : url;
    const { cookie, version = PROTOCOL_VERSION, headers } = options;
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live?version=${version}`, {
      headers: { ...headers, ...(cookie && { cookie }), ...(origin !== undefined && { origin }) },
    });
    const live = new TestSocket(socket);
    await once(socket, 'open');
    return live;
  }

  get frames(): ServerFrame[] {
    return this.texts.map(text => JSON.parse(text) as ServerFrame);
  }

  get events(): Event[] {
    return this.frames.flatMap(frame => ('events' in frame ? frame.events : []));
  }

  getEvents<Type extends EventType>(type: Type): EventOf<Type>[] {
    return this.events.filter((event): event is EventOf<Type> => event.type === type);
  }

  request(command: string, input: unknown): Promise<CommandOutcome> {
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<CommandOutcome>();
    this.#pending.set(id, resolve);
    this.socket.send(JSON.stringify({ id, command, input }));
    return promise;
  }

  #receive(text: string): void {
    this.texts.push(text);
    const frame = JSON.parse(text) as ServerFrame;
    if ('events' in frame) return;
    const { id, ...outcome } = frame;
    this.#pending.get(id)?.(outcome);
    this.#pending.delete(id);
  }
}
