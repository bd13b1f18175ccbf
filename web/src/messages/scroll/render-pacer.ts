/** A frame at 60 Hz, ms: a drawing that is painted within it is not late. */
const FRAME_MS = 17;
/** How long drawing rests, in times of how late the last frame was, and at most. */
const LATENESS_FACTOR = 6;
const MAX_INTERVAL_MS = 1_000;

export interface RenderPacerOptions {
  now: () => number;
  /** Runs something once after the next frame is painted. */
  afterPaint: (run: () => void) => void;
}

/** How often the page may draw what arrives: once a frame, and less often when frames are late. */
export class RenderPacer {
  readonly #options: RenderPacerOptions;
  /** The least time between two drawings, ms. */
  intervalMs = FRAME_MS;

  constructor(options: RenderPacerOptions = { now: () => performance.now(), afterPaint }) {
    this.#options = options;
  }

  /** Call when a drawing begins. */
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
