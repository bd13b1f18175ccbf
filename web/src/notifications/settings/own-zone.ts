/** The time zone of this device. */
export function readOwnZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
