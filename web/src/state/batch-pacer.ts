import { type Connection, Inbox, type Pacer } from '@snug/client';
import { afterPaint } from '../ui/browser/after-paint.ts';
import { nextTask } from '../ui/browser/next-task.ts';
import { setTimer } from '../ui/browser/set-timer.ts';

const FRAME_MS = 17;
/** A page rests after a batch for this part of the time by which its frame was late. */
const REST_FACTOR = 2;
/** A longer rest lets a batch grow so large that keys wait for it. */
const MAX_REST_MS = 100;
const MAX_WAIT_MS = 1_000;
/** A longer batch goes on after the next paint. */
const MAX_BATCH_MS = 50;

type Run = Parameters<Pacer['schedule']>[0];

export interface BatchPacerOptions {
  now: () => number;
  setTimer: typeof setTimer;
  /** Calls `run` in a new task, in hidden pages as well. */
  nextTask: (run: () => void) => void;
  /** Calls `run` once, after the next frame is painted, which a hidden page never does. */
  afterPaint: (run: () => void) => void;
  isHidden: () => boolean;
  /** Whether a key or a tap waits to be handled. False if the browser cannot know. */
  isInputPending: () => boolean;
}

/** At most one batch a frame, after the paint of a person's input, and fewer and larger batches if frames are late. */
export class BatchPacer implements Pacer {
  readonly #options: BatchPacerOptions;
  #run: Run | undefined;
  /** When the oldest change began to wait. */
  #since = 0;
  /** That of the batch that is being applied. */
  #runningSince: number | undefined;
  #restsUntil = 0;
  #visibleSince = 0;
  /** Batches and inputs that are not painted yet. */
  #unpainted = 0;
  #isInNextTask = false;
  #stopTimer = (): void => {};

  constructor(options: BatchPacerOptions = createBrowserOptions()) {
    this.#options = options;
  }

  schedule(run: Run, isUrgent = false): void {
    if (!this.#run) this.#since = this.#runningSince ?? this.#options.now();
    this.#run = run;
    if (isUrgent) this.#startInNextTask();
    else if (this.#runningSince === undefined) this.#startWhenDue();
  }

  /** A person pressed a key, touched the page or scrolled. */
  onInput(): void {
    this.#awaitPaint(() => {});
  }

  onVisibilityChange(): void {
    this.#visibleSince = this.#options.now();
    this.#startWhenDue();
  }

  #startWhenDue(): void {
    if (!this.#run || this.#isInNextTask) return;
    if (this.#options.isHidden()) return this.#startInNextTask();
    const now = this.#options.now();
    const deadline = this.#since + MAX_WAIT_MS;
    if (now >= deadline) return this.#start();
    if (this.#unpainted === 0 && this.#options.isInputPending()) this.onInput();
    const next = this.#unpainted > 0 ? deadline : Math.min(deadline, this.#restsUntil);
    if (next <= now) return this.#start();
    this.#stopTimer();
    this.#stopTimer = this.#options.setTimer(() => this.#startWhenDue(), next - now);
  }

  #startInNextTask(): void {
    if (this.#isInNextTask) return;
    this.#isInNextTask = true;
    this.#options.nextTask(() => {
      this.#isInNextTask = false;
      this.#start();
    });
  }

  #start(): void {
    const run = this.#run;
    if (!run) return;
    this.#run = undefined;
    this.#stopTimer();
    const { now, isInputPending } = this.#options;
    const [began, since] = [now(), this.#since];
    const isLate = began >= since + MAX_WAIT_MS;
    this.#awaitPaint(() => {
      if (this.#visibleSince > began) return;
      const late = now() - began - FRAME_MS;
      this.#restsUntil = now() + Math.min(MAX_REST_MS, Math.max(0, late * REST_FACTOR));
    });
    // The rest of the batch has waited since then as well.
    this.#runningSince = since;
    try {
      run(() => isLate || (now() - began < MAX_BATCH_MS && !isInputPending()));
    } finally {
      this.#runningSince = undefined;
      this.#startWhenDue();
    }
  }

  #awaitPaint(onPaint: () => void): void {
    if (this.#options.isHidden()) return;
    this.#unpainted++;
    this.#options.afterPaint(() => {
      this.#unpainted--;
      onPaint();
      this.#startWhenDue();
    });
  }
}

function createBrowserOptions(): BatchPacerOptions {
  const { scheduling } = navigator as { scheduling?: { isInputPending?: () => boolean } };
  return {
    now: () => performance.now(),
    setTimer,
    nextTask: run => void nextTask().then(run),
    afterPaint,
    isHidden: () => document.visibilityState === 'hidden',
    isInputPending: () => scheduling?.isInputPending?.() ?? false,
  };
}

const INPUTS = ['keydown', 'input', 'pointerdown', 'touchmove', 'wheel'] as const;

/** From now on, the page applies what it receives in batches. Returns a function that ends this. */
export function paceConnection(connection: Pick<Connection, 'inbox'>): () => void {
  const pacer = new BatchPacer();
  connection.inbox = new Inbox(pacer);
  const stop = new AbortController();
  const { signal } = stop;
  const onInput = () => pacer.onInput();
  for (const type of INPUTS) window.addEventListener(type, onInput, { capture: true, passive: true, signal });
  document.addEventListener('visibilitychange', () => pacer.onVisibilityChange(), { signal });
  return () => {
    stop.abort();
    connection.inbox?.release();
    connection.inbox = undefined;
  };
}
