/** For file names, such as `20260102T030405Z`. Alphabetical order is the order of time. */
export function toFileTimestamp(time: Date): string {
  return time.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}
