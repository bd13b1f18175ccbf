import { CommandError, type Event, type Person, PROTOCOL_VERSION, type UploadedFile } from '@snug/protocol';
import type { Environment, Socket, SocketHandlers, UploadTask } from '../environment.ts';
import type { Upload } from '../outbox/outbox-storage.ts';
import type { RoomCacheStorage } from '../rooms/room-cache-storage.ts';
import { FakeBrowser } from './fake-browser.ts';
import { ANN, makeId } from './samples.ts';

interface Timer {
  at: number;
  run: () => void;
}

export interface SentCommand {
  id: number;
  command: string;
  input: Record<string, unknown>;
}

/** One socket of the client: its sent commands, and the server's side. */
export class FakeSocket implements Socket {
  readonly sent: SentCommand[] = [];
  isClosed = false;
  readonly #handlers: SocketHandlers;

  constructor(handlers: SocketHandlers) {
    this.#handlers = handlers;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as SentCommand);
  }

  close(): void {
    this.isClosed = true;
  }

  /** The sent commands of one name. */
  getCommands(command: string): SentCommand[] {
    return this.sent.filter(sentCommand => sentCommand.command === command);
  }

  sendConnected(epoch = 'epoch', me: Person = ANN): void {
    this.sendEvents({ type: 'connected', version: PROTOCOL_VERSION, epoch, me });
  }

  sendEvents(...events: Event[]): void {
    this.#handlers.onText(JSON.stringify({ events }));
  }

  async sendResult(sentCommand: SentCommand | undefined, ok: unknown): Promise<void> {
    this.#handlers.onText(JSON.stringify({ id: sentCommand?.id, ok }));
    await flushPromises();
  }

  async sendError(
    sentCommand: SentCommand | undefined,
    code: string,
    message = code,
    retryAfter?: number,
    retry?: boolean,
  ): Promise<void> {
    const error = { code, message, retryAfter, retry };
    this.#handlers.onText(JSON.stringify({ id: sentCommand?.id, error }));
    await flushPromises();
  }

  async drop(code = 1006, reason = ''): Promise<void> {
    this.#handlers.onClose(code, reason);
    await flushPromises();
  }
}

/** An upload of the client, and the server's side. */
export interface FakeUpload extends Upload {
  isCancelled: boolean;
  onProgress(percent: number): void;
  finish(fileId: string): Promise<void>;
  fail(code: 'unavailable' | 'limit_exceeded' | 'too_large' | 'unauthenticated'): Promise<void>;
}

/** Ids are unique across clients. */
let lastId = 1_000_000;

/** An environment whose time, randomness and network the test controls. */
export class FakeEnvironment implements Environment {
  readonly sockets: FakeSocket[] = [];
  readonly uploads: FakeUpload[] = [];
  readonly outboxStorage;
  readonly actionStorage;
  readonly roomCacheStorage?: RoomCacheStorage;
  /** The result of `random`. */
  randomValue = 0.5;
  #now = 1_000_000;
  #timers: Timer[] = [];

  /** `rooms`: without it, the client caches nothing. */
  constructor(browser: FakeBrowser = new FakeBrowser(), rooms?: RoomCacheStorage) {
    this.outboxStorage = browser.open();
    this.actionStorage = this.outboxStorage.actions;
    if (rooms) this.roomCacheStorage = rooms;
  }

  readonly openSocket = (handlers: SocketHandlers): Socket => {
    const socket = new FakeSocket(handlers);
    this.sockets.push(socket);
    return socket;
  };
  readonly now = (): number => this.#now;
  readonly random = (): number => this.randomValue;
  readonly newId = (): string => makeId(++lastId);
  readonly setTimer = (run: () => void, ms: number): (() => void) => {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter(other => other !== timer);
    };
  };

  readonly upload = (upload: Upload, onProgress: (percent: number) => void): UploadTask => {
    const { promise, resolve, reject } = Promise.withResolvers<UploadedFile>();
    const refuse = (code: Parameters<FakeUpload['fail']>[0]) => reject(new CommandError(code));
    const started: FakeUpload = {
      ...upload,
      isCancelled: false,
      onProgress,
      finish: async id => {
        const { name, bytes } = upload;
        resolve({ id, name, contentType: bytes.type, size: bytes.size, url: `/files/${id}` });
        await flushPromises();
      },
      fail: async code => {
        refuse(code);
        await flushPromises();
      },
    };
    this.uploads.push(started);
    const cancel = () => {
      started.isCancelled = true;
      refuse('unavailable');
    };
    return { file: promise, cancel };
  };

  /** The newest socket. */
  get socket(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (!socket) throw new Error('no socket was opened');
    return socket;
  }

  get timerCount(): number {
    return this.#timers.length;
  }

  /** Advances the clock. Due timers run in order. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      const next = this.#timers.toSorted((a, b) => a.at - b.at)[0];
      if (!next || next.at > until) break;
      this.#timers = this.#timers.filter(timer => timer !== next);
      this.#now = next.at;
      next.run();
      await flushPromises();
    }
    this.#now = until;
    await flushPromises();
  }
}

/** Runs all promise callbacks that are ready. */
export async function flushPromises(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}
