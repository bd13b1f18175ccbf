/** For file names, such as `20260102T030405Z`. Alphabetical order is the order of time. */
export function toFileTimestamp(time: Date): string {
  return time.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/** The reverse of `toFileTimestamp`. */
export function parseFileTimestamp(text: string): Date {
  return new Date(text.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
