import { lazyStrings } from '../../strings/lazy-strings.ts';

/** Reminds everyone who writes in a room that people from outside read it. */
export function GuestLine({ count }: { count: number }) {
  return <p>{lazyStrings.guests.canRead(count)}</p>;
}
