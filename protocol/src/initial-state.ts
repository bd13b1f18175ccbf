import type { Person } from './person.ts';
import type { ListedRoom, RoomState } from './room.ts';

/** The element in the page that holds the `InitialState`, as JSON. */
export const INITIAL_STATE_ID = 'initial-state';

/** What the page of somebody who is signed in brings along, so that it shows before anything is asked for. */
export interface InitialState {
  /** The history that this belongs to. */
  readonly epoch: string;
  readonly me: Person;
  /** The beginning of the list of rooms. */
  readonly rooms: readonly ListedRoom[];
  /** The room that the page's address names, with its newest page. */
  readonly room?: RoomState;
}
