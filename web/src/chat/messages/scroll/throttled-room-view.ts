import type { RoomLog, RoomView, Store } from '@snug/client';
import { ThrottledStore } from '../../../state/throttled-store.ts';
import { RenderPacer } from './render-pacer.ts';

/** The minimum time between two renders of new messages while the reader is scrolled up. */
const SCROLLED_UP_INTERVAL_MS = 1_000;

/** The first new message shows at once, and messages right after it show together. All other changes show at once. */
export class ThrottledRoomView extends ThrottledStore<RoomView> {
  #isScrolledUp = false;

  get isScrolledUp(): boolean {
    return this.#isScrolledUp;
  }

  constructor(
    source: Store<RoomView>,
    pacer: Pick<RenderPacer, 'intervalMs' | 'renderStarted'> = new RenderPacer(),
  ) {
    super(
      source,
      (shown, now) => {
        if (!isOnlyArrivals(shown, now)) return 0;
        return this.#isScrolledUp ? SCROLLED_UP_INTERVAL_MS : pacer.intervalMs;
      },
      () => pacer.renderStarted(),
    );
  }

  readonly setScrolledUp = (isScrolledUp: boolean): void => {
    this.#isScrolledUp = isScrolledUp;
    if (!isScrolledUp) this.flush();
  };
}

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

// An own message enters the log when it leaves the outbox. A delay would hide it in between.
function hasOnlyAppended(before: RoomLog, now: RoomLog): boolean {
  const added = now.messages.length - before.messages.length;
  const areOfOthers = added === (now.hasNewer ? 0 : now.arrivalCount - before.arrivalCount);
  return areOfOthers && before.messages.every((message, index) => message === now.messages[index]);
}
