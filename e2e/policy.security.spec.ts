import { expect, test } from './fixtures.ts';

/** The actions of a compromised page: the policy must block and report each. */
const ATTACKS: [directive: string, attack: () => void][] = [
  [
    'script-src-elem inline',
    () => {
      const script = document.createElement('script');
      script.textContent = 'window.pwned = true';
      document.body.append(script);
    },
  ],
  [
    'script-src-attr inline',
    () => document.body.insertAdjacentHTML('beforeend', '<img src="/" onerror="window.pwned = true">'),
  ],
  // oxlint-disable-next-line typescript/no-implied-eval -- the policy must block it
  ['script-src eval', () => void setTimeout('window.pwned = true')],
  [
    'script-src-elem data',
    () => {
      const address = 'data:text/javascript,window.pwned=true';
      void import(address).catch(() => {});
    },
  ],
  [
    'style-src-elem inline',
    () => document.head.insertAdjacentHTML('beforeend', '<style>body { color: red }</style>'),
  ],
  ['style-src-attr inline', () => document.body.setAttribute('style', 'color: red')],
  ['img-src https://evil.example/a.png', () => void (new Image().src = 'https://evil.example/a.png')],
  ['img-src data', () => void (new Image().src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=')],
  ['connect-src https://evil.example/', () => void fetch('https://evil.example/').catch(() => {})],
  ['connect-src wss://evil.example', () => void new WebSocket('wss://evil.example')],
  [
    'frame-src https://evil.example',
    () => document.body.insertAdjacentHTML('beforeend', '<iframe src="https://evil.example"></iframe>'),
  ],
  ['object-src', () => document.body.insertAdjacentHTML('beforeend', '<object data="/api/docs"></object>')],
  [
    'base-uri https://evil.example',
    () => document.head.insertAdjacentHTML('beforeend', '<base href="https://evil.example">'),
  ],
  ['worker-src data', () => void new Worker('data:text/javascript,postMessage(1)')],
];

test('V1 the policy blocks each attack of a compromised page, and the tests detect it', {
  tag: '@journey',
}, async ({ visitor, consoleErrors }) => {
  const page = await visitor();
  for (const [directive, attack] of ATTACKS) {
    await page.goto('/');
    await page.evaluate(attack).catch(() => {});
    const getReports = () => consoleErrors.join('\n');
    await expect.poll(getReports).toContain(`securitypolicyviolation: ${directive}`);
    await expect.poll(getReports, 'the report is in the console').toContain('Content Security Policy');
    expect([directive, await page.evaluate(() => 'pwned' in window)]).toEqual([directive, false]);
    consoleErrors.splice(0);
  }
});

test('the browser understands the whole permissions policy', async ({ visitor }) => {
  const page = await visitor();
  const words: string[] = [];
  page.on('console', message => words.push(message.text()));
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  expect(words.filter(word => word.includes('Permissions-Policy'))).toEqual([]);
  expect(
    await page.evaluate(() =>
      navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => state),
    ),
  ).toBe('denied');
});

test('a test with a compromised page fails', async ({ visitor }) => {
  test.fail();
  const page = await visitor();
  await page.goto('/');
  // On a busy machine, the report arrives after the change.
  const report = page.waitForEvent('console', message => message.text().includes('Content Security Policy'));
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
  // Without a report, the test passes, which it must not.
  await report.catch(() => undefined);
});
