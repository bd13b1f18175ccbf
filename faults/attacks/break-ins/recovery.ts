import { randomBytes } from 'node:crypto';
import type { CommandOutput } from '@snug/protocol';
import { getCookiePrefix } from '@snug/server/account/cookies.ts';
import { postAuth, type TestPerson } from '@snug/testkit/test-person.ts';
import type { Attempt } from './attempt.ts';
import { countStatuses, readCookies, type Target } from './target.ts';

const OWN_PASSWORD = 'a long enough password';
const ROUTE = '/api/account/recovery';

async function createLink({ admin }: Target, { uid }: TestPerson): Promise<string> {
  const input = { uid };
  return (await admin.runCommand<CommandOutput<'create_recovery_link'>>('create_recovery_link', input)).code;
}

function toCookie({ server }: Target, code: string): string {
  return `${getCookiePrefix(server.url)}.recovery=${code}`;
}

function createGuess(): string {
  return randomBytes(32).toString('base64url');
}

async function canSignIn({ server }: Target, { email }: TestPerson, password: string): Promise<boolean> {
  const response = await postAuth(server.url, 'sign-in/email', { email, password });
  return response.ok;
}

export const RECOVERY_ATTEMPTS: readonly Attempt[] = [
  {
    name: 'guess recovery links from one address',
    run: async target => {
      const responses = [];
      for (let guess = 0; guess < 60; guess++) {
        const options = { cookie: toCookie(target, createGuess()), address: '198.19.0.1' };
        responses.push(await target.send(ROUTE, { newPassword: 'the attacker was here' }, options));
      }
      const seen = countStatuses(responses);
      return { tries: 60, seen, held: !seen['200'] && (seen['404'] ?? 0) <= 20 };
    },
  },
  {
    name: 'use a recovery link 20 times at once, and once more later',
    run: async target => {
      const ann = await target.addPerson('Ann');
      const cookie = toCookie(target, await createLink(target, ann));
      const use = (index: number) =>
        target.send(ROUTE, { newPassword: `password of use ${index}` }, { cookie });
      const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => use(index)));
      const late = await use(20);
      const session = (await ann.postCommand('list_rooms', {})).error?.code;
      const seen = { atOnce: countStatuses(responses), later: late.status, oldSession: session };
      const held = responses.filter(({ ok }) => ok).length === 1 && late.status === 404;
      return { tries: 21, seen, held: held && session === 'unauthenticated' };
    },
  },
  {
    name: 'use a recovery link after a newer one',
    run: async target => {
      const ann = await target.addPerson('Ann');
      const cookie = toCookie(target, await createLink(target, ann));
      await createLink(target, ann);
      const { status } = await target.send(ROUTE, { newPassword: 'the attacker was here' }, { cookie });
      const isUnchanged = await canSignIn(target, ann, OWN_PASSWORD);
      return { tries: 1, seen: { status, isUnchanged }, held: status === 404 && isUnchanged };
    },
  },
  {
    name: "use one's own recovery link with the session of somebody else",
    run: async target => {
      const [ann, eve] = [await target.addPerson('Ann'), await target.addPerson('Eve')];
      const cookie = `${toCookie(target, await createLink(target, eve))}; ${ann.cookie}`;
      const { status } = await target.send(ROUTE, { newPassword: 'the attacker was here' }, { cookie });
      const isUnchanged = await canSignIn(target, ann, OWN_PASSWORD);
      return { tries: 1, seen: { status, isUnchanged }, held: isUnchanged };
    },
  },
  {
    name: 'get into the account of a suspended person with a recovery link',
    run: async target => {
      const ann = await target.addPerson('Ann');
      const code = await createLink(target, ann);
      await target.admin.runCommand('set_suspension', { uid: ann.uid, suspended: true });
      const newPassword = 'the attacker was here';
      const { status } = await target.send(ROUTE, { newPassword }, { cookie: toCookie(target, code) });
      const isIn =
        (await canSignIn(target, ann, newPassword)) || (await canSignIn(target, ann, OWN_PASSWORD));
      return { tries: 1, seen: { status, isIn }, held: !isIn };
    },
  },
  {
    name: 'read the code of a recovery link from the address or the referrer of its page',
    run: async ({ server }) => {
      const code = createGuess();
      const response = await fetch(`${server.url}/recover/${code}`, { redirect: 'manual' });
      const location = response.headers.get('location') ?? '';
      const policy = response.headers.get('referrer-policy');
      const isHttpOnly = /httponly/i.test(response.headers.getSetCookie().join());
      const held = !location.includes(code) && policy === 'no-referrer' && isHttpOnly;
      const seen = { location, policy, isHttpOnly, hasCookie: readCookies(response).includes(code) };
      return { tries: 1, seen, held };
    },
  },
];
