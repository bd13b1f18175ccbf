import { CLOSE_CODE, ClientFrame, type CommandError, retryAfterReason } from '@snug/protocol';
import * as v from 'valibot';
import { parseJson } from '../base/parse-json.ts';
import { newRequestId, runInRequest } from '../base/request-context.ts';
import type { CommandSubscriber } from '../commands/command-handler.ts';
import { hasLargeResult } from '../commands/command-limits.ts';
import type { Dispatch } from '../commands/dispatch.ts';
import type { TokenScope } from '../db/mutation.ts';
import type { TimedTurns } from '../limits/timed-turns.ts';
import type { TurnScheduler } from '../limits/turn-scheduler.ts';
import { RefusalCounter } from './refusal-counter.ts';
import type { Transport } from './transport.ts';

/** Parsing 64 kB of JSON can take 10 ms, so longer frames of all sockets take turns of `largeFrames`. In UTF-16 units. */
const MAX_IMMEDIATE_LENGTH = 8_192;
const MAX_CONCURRENT_COMMANDS = 32;
/** Their results do not count as unread bytes yet, so 32 of them would exceed the bounds of the send buffers. */
const MAX_CONCURRENT_LARGE_RESULTS = 4;

/** A frame that follows another one sooner waits for its turn, so that floods of many sockets cannot fill a turn of the event loop. */
const QUIET_MS = 10;

const RETRY_AFTER_S = 30;

export interface ResultSender extends CommandSubscriber {
  readonly uid: string;
  readonly guest: boolean;
  readonly sessionId: string;
  readonly scope?: TokenScope | undefined;
  isSendBufferFull(): boolean;
  /** Throws a `CommandError` if the result is too large. */
  sendResult(id: number, command: string, value: unknown): void;
  sendError(id: number, error: CommandError, requestId: string): void;
  close(code: number, reason?: string): void;
}

export interface CommandReaderOptions {
  transport: Pick<Transport, 'pause' | 'resume' | 'address'>;
  dispatch: Dispatch;
  now: () => number;
  heldCommands: Pick<TimedTurns, 'run'>;
  largeFrames: Pick<TurnScheduler, 'waitForTurn'>;
  setTimer: (run: () => void, ms: number) => void;
}

/** Runs the commands of one socket. While the socket is busy, it holds frames and pauses the transport. */
export class CommandReader {
  readonly #options: CommandReaderOptions;
  readonly #sender: ResultSender;
  readonly #refusals: RefusalCounter;
  readonly #ended = new AbortController();
  readonly #heldFrames: string[] = [];
  #lastFrameAt = Number.NEGATIVE_INFINITY;
  #runningCommands = 0;
  #largeResults = 0;
  #isReleasing = false;
  #isWaitingForTurn = false;
  #isHolding = false;
  /** Resolves after the last running command; set when the reader accepts no others. */
  #idle: PromiseWithResolvers<void> | undefined;

  constructor(options: CommandReaderOptions, sender: ResultSender) {
    this.#options = options;
    this.#sender = sender;
    this.#refusals = new RefusalCounter(options.setTimer);
  }

  async holdUntil(ready: Promise<unknown>): Promise<void> {
    this.#isHolding = true;
    await ready.catch(() => undefined);
    this.#isHolding = false;
    this.releaseHeld();
  }

  receive(text: string): void {
    if (this.#idle) return;
    const now = this.#options.now();
    const isQuiet = now - this.#lastFrameAt >= QUIET_MS;
    this.#lastFrameAt = now;
    if (isQuiet && this.#heldFrames.length === 0 && !this.#isBusy()) return this.#start(text);
    this.#heldFrames.push(text);
    this.#options.transport.pause();
    this.releaseHeld();
  }

  /** Whether it reads nothing, although the client reads: its commands take long. */
  get isHeldUp(): boolean {
    return this.#heldFrames.length > 0 && !this.#sender.isSendBufferFull();
  }

  #isBusy(): boolean {
    return (
      this.#isHolding ||
      this.#isWaitingForTurn ||
      this.#refusals.isPaused ||
      this.#runningCommands >= MAX_CONCURRENT_COMMANDS ||
      this.#largeResults >= MAX_CONCURRENT_LARGE_RESULTS ||
      this.#sender.isSendBufferFull()
    );
  }

  /** Runs one held command per turn, until the socket is busy again. */
  releaseHeld(): void {
    if (this.#isReleasing || this.#heldFrames.length === 0) return;
    this.#isReleasing = true;
    this.#options.heldCommands.run(() => {
      this.#isReleasing = false;
      if (this.#heldFrames.length === 0 || this.#isBusy()) return;
      const text = this.#heldFrames.shift();
      if (text !== undefined) this.#start(text);
      if (this.#heldFrames.length > 0) this.releaseHeld();
      else this.#options.transport.resume();
    });
  }

  /** Accepts no further commands. Resolves after the results of the running ones, or when the socket closes. */
  async finish(): Promise<void> {
    this.#heldFrames.length = 0;
    this.#idle ??= Promise.withResolvers<void>();
    if (this.#runningCommands > 0) await this.#idle.promise;
  }

  dropHeld(): void {
    this.#ended.abort();
    this.#heldFrames.length = 0;
    this.#idle?.resolve();
  }

  #start(text: string): void {
    if (text.length <= MAX_IMMEDIATE_LENGTH) this.#runCommand(text);
    else void this.#startInTurn(text);
  }

  async #startInTurn(text: string): Promise<void> {
    this.#isWaitingForTurn = true;
    await this.#options.largeFrames.waitForTurn();
    this.#isWaitingForTurn = false;
    if (this.#ended.signal.aborted || this.#idle) return;
    this.#runCommand(text);
    this.releaseHeld();
  }

  #runCommand(text: string): void {
    const requestId = newRequestId();
    runInRequest({ id: requestId }, () => this.#runInRequest(text, requestId));
  }

  #runInRequest(text: string, requestId: string): void {
    const parsed = v.safeParse(ClientFrame, parseJson(text));
    if (!parsed.success) return this.#sender.close(CLOSE_CODE.invalidFrame);
    const { id, command, input } = parsed.output;
    const { uid, guest, sessionId, scope } = this.#sender;
    const { address } = this.#options.transport;
    const signal = this.#ended.signal;
    const caller = { uid, guest, sessionId, scope, address, subscriber: this.#sender, signal };
    const isLarge = hasLargeResult(command);
    this.#runningCommands++;
    if (isLarge) this.#largeResults++;
    this.#options
      .dispatch(caller, command, input)
      .then(value => {
        this.#sender.sendResult(id, command, value);
        this.#refusals.clear();
      })
      .catch((error: CommandError) => this.#handleError(id, error, requestId))
      .finally(() => {
        this.#runningCommands--;
        if (isLarge) this.#largeResults--;
        if (this.#runningCommands === 0) this.#idle?.resolve();
        this.releaseHeld();
      });
  }

  #handleError(id: number, error: CommandError, requestId: string): void {
    this.#sender.sendError(id, error, requestId);
    if (error.code !== 'rate_limited') return;
    this.#refusals.add(() => this.releaseHeld());
    if (this.#refusals.isOverLimit) this.#sender.close(CLOSE_CODE.tryLater, retryAfterReason(RETRY_AFTER_S));
  }
}
