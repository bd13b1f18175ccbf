/** The value of a field of the type `time`. `minute`: of the day. */
export function formatMinute(minute: number): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
}

/** Undefined for a field without a whole time. */
export function parseMinute(value: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)(?::\d\d(?:\.\d+)?)?$/.exec(value) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}
