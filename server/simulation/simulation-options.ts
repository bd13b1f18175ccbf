import type { Person } from '@snug/protocol';
import type { AccessHistory } from './access-history.ts';
import type { SimulatedClock } from './clock.ts';
import type { DownloadsOptions } from './downloads.ts';
import type { GuestHistory } from './guest-history.ts';
import type { Faults } from './server.ts';
import type { SimulatedStore } from './store.ts';
import type { TrimHistory } from './trim-history.ts';

export interface SimulationOptions extends DownloadsOptions {
  seed: number;
  store: SimulatedStore;
  epoch: string;
  clock: SimulatedClock;
  people: readonly Person[];
  roomIds: readonly string[];
  /** The first person is its admin, and others come and go. */
  privateRoomId: string;
  accessHistory: AccessHistory;
  guests: readonly Person[];
  /** Private rooms with guests; the first person is their admin. */
  sharedRoomIds: readonly string[];
  guestHistory: GuestHistory;
  faults: Faults;
  /** No connection breaks and no server crashes. */
  isFaultFree: boolean;
  hasTrims: boolean;
  trimHistory: TrimHistory;
}
