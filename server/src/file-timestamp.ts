/** A time as it stands in the names of files, such as `20260102T030405Z`: by name they are in order of time. */
export function toFileTimestamp(time: Date): string {
  return time.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}
