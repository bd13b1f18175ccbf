import type { RoomLog, RoomView, Store } from '@snug/client';
import { CalmStore } from '../../chat/throttled-store.ts';
import { DrawPace } from './render-pacer.ts';

/** The least time between two drawings of arrivals for a reader who is further up than the newest message, ms. */
const FURTHER_UP_MS = 1_000;

/**
 * A room as it is drawn. The first message that arrives shows at once, those right after it together: once a frame, and less often
 * when frames are late. Everything else shows at once.
 */
export class CalmView extends CalmStore<RoomView> {
  #isFurtherUp = false;

  constructor(source: Store<RoomView>, pace: Pick<DrawPace, 'restMs' | 'drawing'> = new DrawPace()) {
    super(
      source,
      (shown, now) => {
        if (!isArrival(shown, now)) return 0;
        return this.#isFurtherUp ? FURTHER_UP_MS : pace.restMs;
      },
      () => pace.drawing(),
    );
  }

  /** Whether the reader is further up, where arrivals are not in view. */
  readonly setFurtherUp = (isFurtherUp: boolean): void => {
    this.#isFurtherUp = isFurtherUp;
    if (!isFurtherUp) this.show();
  };
}

/** Whether all that happened is that others said something. */
function isArrival(before: RoomView, now: RoomView): boolean {
  if (!before.log || !now.log || before.loadingOlder !== now.loadingOlder) return false;
  return isSameRoom(before.log, now.log) && isOnlyLonger(before.log, now.log);
}

function isSameRoom(before: RoomLog, now: RoomLog): boolean {
  return (
    before.room === now.room &&
    before.admins === now.admins &&
    before.hasOlder === now.hasOlder &&
    before.hasNewer === now.hasNewer
  );
}

// Own messages are in the log at the moment at which they leave the outbox, and are to be seen all the time.
function isOnlyLonger(before: RoomLog, now: RoomLog): boolean {
  const added = now.messages.length - before.messages.length;
  const areOfOthers = added === (now.hasNewer ? 0 : now.arrivals - before.arrivals);
  return areOfOthers && before.messages.every((message, index) => message === now.messages[index]);
}
