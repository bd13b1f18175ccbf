import { isTimeZone } from '@snug/protocol';

/** The time zone of this device. Its browser may know none, and then the settings show and send that it is UTC. */
export function readOwnZone(): string {
  const { timeZone }: { timeZone?: string } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone !== undefined && isTimeZone(timeZone) ? timeZone : 'UTC';
}
