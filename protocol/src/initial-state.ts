import type { Person } from './person.ts';
import type { ListedRoom, RoomState } from './room.ts';

/** The id of the page's element that contains the `InitialState` as JSON. */
export const INITIAL_STATE_ID = 'initial-state';

/** The data in a signed-in person's page, which the client shows before its first request. */
export interface InitialState {
  readonly epoch: string;
  readonly me: Person;
  /** The first page of the list of rooms. */
  readonly rooms: readonly ListedRoom[];
  /** The room of the page's address, with its newest page. */
  readonly room?: RoomState;
}
