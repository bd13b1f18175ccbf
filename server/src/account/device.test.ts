import { expect, test } from 'vitest';
import { describeDevice } from './device.ts';

const MOZILLA = 'Mozilla/5.0';
const LIKE_CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';
const DEVICES: [userAgent: string | null, description: string][] = [
  [`${MOZILLA} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, 'Firefox on Linux'],
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${LIKE_CHROME} Safari/537.36`, 'Chrome on Windows'],
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${LIKE_CHROME} Safari/537.36 Edg/142.0.0.0`, 'Edge on Windows'],
  [`${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${LIKE_CHROME} Safari/537.36 OPR/124.0`, 'Opera on macOS'],
  [`${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${LIKE_CHROME} Safari/537.36`, 'Chrome on ChromeOS'],
  [`${MOZILLA} (Linux; Android 10; K) ${LIKE_CHROME} Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `${MOZILLA} (Linux; Android 14) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15`,
    'Safari on macOS',
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [`${MOZILLA} (iPad; CPU OS 18_6 like Mac OS X) CriOS/142.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPad'],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_6 like Mac OS X) FxiOS/145.0 Mobile/15E148 Safari/604.1`,
    'Firefox on iPhone',
  ],
  [`${MOZILLA} (Unheard of)`, 'Unknown browser'],
  ['curl/8.14.1', 'Unknown device'],
  ['node', 'Unknown device'],
  ['', 'Unknown device'],
  [null, 'Unknown device'],
];

test('S6 a session names its browser and system in familiar words', () => {
  for (const [userAgent, description] of DEVICES)
    expect([userAgent, describeDevice(userAgent)]).toEqual([userAgent, description]);
});

test('S6 free text of a user agent is never shown', () => {
  expect(describeDevice('Mozilla/5.0 (Your Bank) Firefox/1 <b>call 555</b>')).toBe('Firefox');
  expect(describeDevice(`Mozilla/${'Android '.repeat(10_000)}`)).toBe('Unknown browser on Android');
});
