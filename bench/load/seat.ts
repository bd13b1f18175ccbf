/** One socket of the load. */
export interface Seat {
  /** The identity and its credential, in the form of the server. */
  name: string;
  key: string;
  /** Of its server, if the load has several. */
  port?: number;
  room: string;
  isSubscribed: boolean;
}
