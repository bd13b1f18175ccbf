import { expect, onTestFinished, test, vi } from 'vitest';
import { readOwnZone } from './own-zone.ts';

test.each([
  ['Asia/Kathmandu', 'Asia/Kathmandu'],
  [undefined, 'UTC'],
  ['Etc/Unknown', 'UTC'],
  ['+05:45', 'UTC'],
])('NS2 in a browser whose time zone is %s, settings are in %s', (timeZone, zone) => {
  const options = {
    ...new Intl.DateTimeFormat().resolvedOptions(),
    timeZone,
  } as Intl.ResolvedDateTimeFormatOptions;
  const spy = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
  onTestFinished(() => spy.mockRestore());
  expect(readOwnZone()).toBe(zone);
});
