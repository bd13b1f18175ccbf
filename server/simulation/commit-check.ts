import { isRoomEvent } from '@snug/protocol';
import type { Publication } from '../src/db/mutation.ts';
import type { SimulatedStore } from './store.ts';

/** A server sends an event only after its commit. */
export function assertCommitted(
  store: Pick<SimulatedStore, 'getPosition'>,
  { event }: Publication,
  onError: (error: unknown) => void,
): void {
  if (!isRoomEvent(event)) return;
  const position = store.getPosition(event.roomId) ?? 0;
  if (event.seq > position) onError(new Error(`event ${event.seq} was sent before its commit`));
}
