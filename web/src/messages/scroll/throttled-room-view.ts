import type { RoomLog, RoomView, Store } from '@snug/client';
import { ThrottledStore } from '../../chat/throttled-store.ts';
import { RenderPacer } from './render-pacer.ts';

/** The least time between two drawings of arrivals for a reader who is further up than the newest message, ms. */
const SCROLLED_UP_INTERVAL_MS = 1_000;

/**
 * A room as it is drawn. The first message that arrives shows at once, those right after it together: once a frame, and less often
 * when frames are late. Everything else shows at once.
 */
export class ThrottledRoomView extends ThrottledStore<RoomView> {
  #isScrolledUp = false;

  constructor(
    source: Store<RoomView>,
    pace: Pick<RenderPacer, 'intervalMs' | 'renderStarted'> = new RenderPacer(),
  ) {
    super(
      source,
      (shown, now) => {
        if (!isOnlyArrivals(shown, now)) return 0;
        return this.#isScrolledUp ? SCROLLED_UP_INTERVAL_MS : pace.intervalMs;
      },
      () => pace.renderStarted(),
    );
  }

  /** Whether the reader is further up, where arrivals are not in view. */
  readonly setScrolledUp = (isFurtherUp: boolean): void => {
    this.#isScrolledUp = isFurtherUp;
    if (!isFurtherUp) this.flush();
  };
}

/** Whether all that happened is that others said something. */
function isOnlyArrivals(before: RoomView, now: RoomView): boolean {
  if (!before.log || !now.log || before.isLoadingOlder !== now.isLoadingOlder) return false;
  return hasSameMetadata(before.log, now.log) && hasOnlyAppended(before.log, now.log);
}

function hasSameMetadata(before: RoomLog, now: RoomLog): boolean {
  return (
    before.room === now.room &&
    before.admins === now.admins &&
    before.hasOlder === now.hasOlder &&
    before.hasNewer === now.hasNewer
  );
}

// Own messages are in the log at the moment at which they leave the outbox, and are to be seen all the time.
function hasOnlyAppended(before: RoomLog, now: RoomLog): boolean {
  const added = now.messages.length - before.messages.length;
  const areOfOthers = added === (now.hasNewer ? 0 : now.arrivalCount - before.arrivalCount);
  return areOfOthers && before.messages.every((message, index) => message === now.messages[index]);
}
