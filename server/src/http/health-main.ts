import { get } from 'node:http';
import { getLocalAddress } from '../config/listen-address.ts';

// `snug health`: for supervisors that run a command. It loads little, because they run it every few seconds.

const TIMEOUT_MS = 2_500;

const { host, port } = getLocalAddress(process.env);

function fail(problem: string): never {
  process.stderr.write(`Snug does not respond on ${host}, port ${port} (${problem}).\n`);
  process.exit(1);
}

const request = get({ host, port, path: '/healthz', timeout: TIMEOUT_MS }, ({ statusCode }) => {
  if (statusCode === 200) process.exit(0);
  fail(`status ${statusCode}`);
});
request.on('timeout', () => fail('timeout'));
request.on('error', error => fail('code' in error ? String(error.code) : error.message));
