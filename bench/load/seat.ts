/** One socket of the load. */
export interface Seat {
  /** The identity and its credential, in the form of the server. */
  name: string;
  key: string;
  room: string;
  isSubscribed: boolean;
}
