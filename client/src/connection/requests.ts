import { CommandError, type CommandName, type ServerFrame } from '@snug/protocol';
import type { Environment } from '../environment.ts';

const REQUEST_TIMEOUT_MS = 20_000;

interface PendingRequest {
  command: CommandName;
  resolve(output: unknown): void;
  reject(error: CommandError): void;
  stopTimer(): void;
}

export type ResultFrame = Exclude<ServerFrame, { events: unknown }>;

export class Requests {
  readonly #environment: Pick<Environment, 'setTimer'>;
  readonly #pending = new Map<number, PendingRequest>();
  #lastId = 0;

  constructor(environment: Pick<Environment, 'setTimer'>) {
    this.#environment = environment;
  }

  add(command: CommandName): { id: number; result: Promise<unknown> } {
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const expire = () => this.#take(id)?.reject(new CommandError('timeout'));
    this.#pending.set(id, {
      command,
      resolve,
      reject,
      stopTimer: this.#environment.setTimer(expire, REQUEST_TIMEOUT_MS),
    });
    return { id, result: promise };
  }

  /** Undefined for an unknown request, such as one that timed out. */
  getCommand(id: number): CommandName | undefined {
    return this.#pending.get(id)?.command;
  }

  /** Ignores the result of an unknown request, such as one that timed out. */
  resolve(frame: ResultFrame): void {
    const request = this.#take(frame.id);
    if (!request) return;
    if (!('error' in frame)) return request.resolve(frame.ok);
    request.reject(CommandError.fromBody(frame.error));
  }

  /** The connection is lost: each command may or may not have run, so the caller may repeat it. */
  failAll(): void {
    for (const id of this.#pending.keys()) this.#take(id)?.reject(new CommandError('unavailable'));
  }

  #take(id: number): PendingRequest | undefined {
    const request = this.#pending.get(id);
    this.#pending.delete(id);
    request?.stopTimer();
    return request;
  }
}
