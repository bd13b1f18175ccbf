const FRAME_MS = 17;
/** Lateness of the last frame times this is the wait before the next render. */
const LATENESS_FACTOR = 6;
const MAX_INTERVAL_MS = 1_000;

export interface RenderPacerOptions {
  now: () => number;
  /** Calls `run` once, after the next frame is painted. */
  afterPaint: (run: () => void) => void;
}

/** At most one render a frame, and fewer if frames are late. */
export class RenderPacer {
  readonly #options: RenderPacerOptions;
  intervalMs = FRAME_MS;

  constructor(options: RenderPacerOptions = { now: () => performance.now(), afterPaint }) {
    this.#options = options;
  }

  renderStarted(): void {
    const { now, afterPaint } = this.#options;
    const began = now();
    afterPaint(() => {
      const late = now() - began - FRAME_MS;
      this.intervalMs = Math.min(MAX_INTERVAL_MS, Math.max(FRAME_MS, late * LATENESS_FACTOR));
    });
  }
}

function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}
