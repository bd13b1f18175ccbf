import { TestPerson } from '@snug/testkit/test-person.ts';
import { expect, test } from 'vitest';
import { testFilesBehind } from './file-proxy-tests.ts';
import { startNginx } from './nginx.ts';
import { testBehind } from './proxy-tests.ts';
import { aSnugBehind } from './snug-behind-proxy.ts';

testBehind('nginx', startNginx);
testFilesBehind('nginx', startNginx);

test('behind nginx, a file above its own limit is refused by nginx, in no words of Snug', async () => {
  const { url } = await aSnugBehind(startNginx);
  const ann = await TestPerson.signUp(url, 'Ann');
  const answer = await ann.upload('film.mp4', new Uint8Array(7 * 1024 ** 2));
  expect(answer.status).toBe(413);
  expect(answer.headers.get('content-type')).toBe('text/html');
});

test('behind nginx, plain http leads to https', async () => {
  const { site } = await aSnugBehind(startNginx);
  const answer = await fetch(`http://127.0.0.1:${site.httpPort}/chat/1?message=2`, { redirect: 'manual' });
  expect(answer.status).toBe(308);
  expect(answer.headers.get('location')).toBe('https://127.0.0.1/chat/1?message=2');
});
