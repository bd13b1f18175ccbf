import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { expect, test } from 'vitest';
import { postFrom } from './post-from-address.ts';
import { SIGN_UP_LIMIT, type StartProxy, startSnugBehind } from './snug-behind-proxy.ts';

const IDLE_MS = 90_000;

export function testProxy(name: string, startProxy: StartProxy): void {
  test(`behind ${name}, people sign up and get cookies that only https sends`, async () => {
    const { url } = await startSnugBehind(startProxy);
    const ann = await TestPerson.signUp(url, 'Ann');
    expect(ann.cookie).toMatch(/^__Host-/);
    await ann.createRoom();
  });

  test(`behind ${name}, a socket that is idle for 90 seconds stays open and delivers`, async () => {
    const { url } = await startSnugBehind(startProxy);
    const ann = await TestPerson.signUp(url, 'Ann');
    const ben = await TestPerson.signUp(url, 'Ben');
    const roomId = await ann.createRoom();
    const live = await ben.connect();
    await live.request('open_room', { roomId });
    await wait(IDLE_MS);
    expect(live.socket.readyState).toBe(live.socket.OPEN);
    await ann.runCommand('send_message', { roomId, text: 'Still there?' });
    await expect.poll(() => live.getEvents('message_sent'), { timeout: 2_000 }).toHaveLength(1);
  });

  test(`behind ${name}, each address has its own rate limits, with any forged headers`, async () => {
    const { url } = await startSnugBehind(startProxy);
    const signUp = (address: string, forged: string) =>
      postFrom(address, `${url}/api/auth/sign-up/email`, createSignUpBody(), { 'x-forwarded-for': forged });
    const statuses = [];
    for (let count = 0; count <= SIGN_UP_LIMIT; count++)
      statuses.push(await signUp('127.0.0.2', `203.0.113.${count}`));
    expect(statuses).toEqual(Array.from({ length: SIGN_UP_LIMIT }, () => 200).concat(429));
    expect(await signUp('127.0.0.3', '127.0.0.2')).toBe(200);
  });

  test(`behind ${name}, the proxy compresses nothing that Snug leaves uncompressed`, async () => {
    const { url } = await startSnugBehind(startProxy);
    const headers = { 'accept-encoding': 'gzip' };
    const response = await fetch(`${url}/api/docs`, { headers });
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(response.headers.get('content-encoding')).toBeNull();
  });
}

function createSignUpBody(): object {
  return { name: 'Cleo', email: `${randomUUID()}@snug.example`, password: 'a long enough password' };
}
