import type { Person } from './person.ts';
import type { ListedRoom, RoomState } from './room.ts';

/** The id of the page's element that contains the `InitialState` as JSON. */
export const INITIAL_STATE_ID = 'initial-state';

/** The client shows it before its first request. */
export interface InitialState {
  readonly epoch: string;
  readonly me: Person;
  readonly rooms: readonly ListedRoom[];
  readonly room?: RoomState;
}
