import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StartError } from '../base/start-error.ts';
import { readConfig } from '../config/config.ts';
import { listLimitNames, toVariableName } from './default-rates.ts';

test('limits are on by default', () => {
  expect(readConfig({}).rates).toMatchObject({
    sign_in_failures: { times: 5, seconds: 1_800, burst: 5 },
    sign_in: { times: 10, seconds: 180, burst: 10 },
    commands: { times: 120, seconds: 60, burst: 20 },
    sends: { times: 60, seconds: 60, burst: 10 },
    rooms: { times: 1, seconds: 60, burst: 10 },
  });
  expect(readConfig({ SNUG_RATE_LIMITS: 'off' }).rates).toBeUndefined();
});

test('each limit is a setting', () => {
  for (const name of listLimitNames()) {
    const { rates } = readConfig({ [toVariableName(name)]: '7/8,9' });
    expect(rates?.[name]).toEqual({ times: 7, seconds: 8, burst: 9 });
  }
  expect(readConfig({ SNUG_LIMIT_SENDS: '7/8' }).rates?.sends).toEqual({ times: 7, seconds: 8, burst: 7 });
});

for (const value of ['0/60', '60', '60/0', '60/60,0', '60/60,', ' 60/60', '1e3/60', '60/60/10', '-1/60']) {
  test(`SNUG_LIMIT_SENDS=${value} is rejected with one line that describes the format`, () => {
    expect(() => readConfig({ SNUG_LIMIT_SENDS: value })).toThrow(
      new StartError(`SNUG_LIMIT_SENDS is "${value}": must be like 60/60 or 60/60,10.`),
    );
  });
}

test('the self-hosting document has each limit and its default', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/self-hosting.md'), 'utf8');
  const { rates } = readConfig({});
  for (const name of listLimitNames()) {
    const { times, seconds, burst } = rates![name];
    const defaultRate = `${times}/${seconds}${burst === times ? '' : `,${burst}`}`;
    expect(page).toMatch(new RegExp(`\\| \`${toVariableName(name)}\` +\\| \`${defaultRate}\` +\\|`));
  }
});
