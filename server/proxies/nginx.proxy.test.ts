import { TestPerson } from '@snug/testkit/test-person.ts';
import { expect, test } from 'vitest';
import { testDoctor } from './doctor-tests.ts';
import { testFilesThroughProxy } from './file-proxy-tests.ts';
import { startNginx } from './nginx.ts';
import { testProxy } from './proxy-tests.ts';
import { startSnugBehind } from './snug-behind-proxy.ts';

testProxy('nginx', startNginx);
testFilesThroughProxy('nginx', startNginx);
const FORWARDED = 'proxy_set_header X-Forwarded-For $remote_addr;';
testDoctor('nginx', startNginx, [
  {
    name: 'no upgrades',
    replacements: { 'proxy_set_header Upgrade $http_upgrade;': '' },
    problem: 'sockets: fail',
  },
  {
    name: 'its own limit for bodies',
    replacements: { 'client_max_body_size 0;': '' },
    problem: 'uploads: fail',
  },
  {
    name: 'uploads that it stores',
    replacements: { 'proxy_request_buffering off;': '' },
    problem: 'uploads: warn',
  },
  {
    name: 'addresses that it takes from clients',
    replacements: { [FORWARDED]: '' },
    problem: 'proxy: fail',
  },
  {
    name: 'no addresses of clients',
    replacements: { [FORWARDED]: 'proxy_set_header X-Forwarded-For "";' },
    problem: 'proxy: warn',
  },
  {
    name: 'addresses that it appends',
    replacements: { [FORWARDED]: 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;' },
    problem: undefined,
  },
]);

test('behind nginx, nginx rejects a file above its own limit, without a response of Snug', async () => {
  const limit = { 'client_max_body_size 0;': 'client_max_body_size 6m;' };
  const { url } = await startSnugBehind(site => startNginx(site, limit));
  const ann = await TestPerson.signUp(url, 'Ann');
  const response = await ann.upload('film.mp4', new Uint8Array(7 * 1024 ** 2));
  expect(response.status).toBe(413);
  expect(response.headers.get('content-type')).toBe('text/html');
});

test('behind nginx, plain http redirects to https', async () => {
  const { site } = await startSnugBehind(startNginx);
  const response = await fetch(`http://127.0.0.1:${site.httpPort}/chat/1?message=2`, { redirect: 'manual' });
  expect(response.status).toBe(308);
  expect(response.headers.get('location')).toBe('https://127.0.0.1/chat/1?message=2');
});
