import { strings } from '../../strings/strings.ts';
import { formatDate, formatTime } from '../../ui/text/format-time.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Without the date if it is in the next 24 hours. */
export function describeTime(at: number): string {
  const isSoon = at - Date.now() < DAY_MS;
  return isSoon ? formatTime(at) : strings.times.dateAndTime(formatDate(at), formatTime(at));
}
