/** One socket of the load. */
export interface Seat {
  /** The identity and its credential, in the form of the server. */
  name: string;
  key: string;
  /** The room of its messages. */
  room: string;
  isSubscribed: boolean;
}
