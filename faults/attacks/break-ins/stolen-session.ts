import { randomUUID } from 'node:crypto';
import type { CommandOutput } from '@snug/protocol';
import { getCookiePrefix } from '@snug/server/account/cookies.ts';
import { openDatabase } from '@snug/server/db/open.ts';
import { PASSWORD } from '@snug/testkit/store-person.ts';
import { TestBrowser } from '@snug/testkit/test-browser.ts';
import type { TestPerson } from '@snug/testkit/test-person.ts';
import type { Attempt } from './attempt.ts';
import type { Target } from './target.ts';

const RECEIVER = 'https://receiver.invalid/';

/** The thief has the cookie of a session that began two days ago, and nothing else. */
async function stealSession({ server, addPerson }: Target): Promise<TestPerson> {
  const ann = await addPerson('Ann');
  const createdAt = new Date(Date.now() - 48 * 60 * 60_000).toISOString();
  const db = openDatabase(server.data);
  await db.updateTable('sessions').set({ createdAt }).where('userId', '=', ann.uid).execute();
  await db.destroy();
  return ann;
}

export const STOLEN_SESSION_ATTEMPTS: readonly Attempt[] = [
  {
    name: 'make a stolen session permanent: link providers, create tokens and webhooks, and disconnect',
    run: async target => {
      const ann = await stealSession(target);
      const roomId = await ann.createRoom();
      const link = { callbackURL: '/done', disableRedirect: true };
      const tries: [path: string, body: object][] = [
        ...['google', 'github', 'oidc'].map((provider): [string, object] => [
          '/api/auth/link-social',
          { ...link, provider },
        ]),
        ['/api/auth/link-social', { ...link, provider: 'google', password: '' }],
        ['/api/auth/link-social', { ...link, provider: 'google', password: 'a guess of the thief' }],
        ['/api/auth/link-social', { ...link, provider: 'google', idToken: { token: 'a.b.c' } }],
        ['/api/unlink_account', { provider: 'google' }],
        ['/api/create_token', { name: 'Mine' }],
        ['/api/create_token', { name: 'Mine', roomIds: [roomId] }],
        ['/api/create_webhook', { roomId, url: RECEIVER }],
        ['/api/account/passkeys/begin', {}],
        ['/api/account/two-step/begin', {}],
        ['/api/account/email', { email: `${randomUUID()}@snug.example` }],
        ['/api/account/password', { newPassword: 'the attacker was here' }],
      ];
      const passed: string[] = [];
      for (const [path, body] of tries) {
        const response = await target.send(path, body, { cookie: ann.cookie });
        if (response.ok) passed.push(path);
      }
      const { accounts } = await ann.runCommand<CommandOutput<'list_accounts'>>('list_accounts', {});
      const { tokens } = await ann.runCommand<CommandOutput<'list_tokens'>>('list_tokens', {});
      const seen = { passed, accounts: accounts.length, tokens: tokens.length };
      return { tries: tries.length, seen, held: passed.length + accounts.length + tokens.length === 0 };
    },
  },
  {
    name: 'keep a linked provider, a token and a webhook over a recovery of the account',
    run: async target => {
      const { server, providers, admin, send, addPerson } = target;
      const ann = await addPerson('Ann');
      const id = randomUUID();
      providers.profile = { sub: id, id, name: 'Thief', email: `${id}@elsewhere.example` };
      const linked = await new TestBrowser(server.url, ann.cookie).signIn('link-social', 'google');
      const { secret } = await ann.runProven<CommandOutput<'create_token'>>('create_token', { name: 'Mine' });
      await ann.runProven('create_webhook', { roomId: await ann.createRoom(), url: RECEIVER });
      const input = { uid: ann.uid };
      const { code } = await admin.runCommand<CommandOutput<'create_recovery_link'>>(
        'create_recovery_link',
        input,
      );
      const cookie = `${getCookiePrefix(server.url)}.recovery=${code}`;
      const recovered = await send('/api/account/recovery', { newPassword: PASSWORD }, { cookie });
      const browser = new TestBrowser(server.url);
      await browser.signIn('sign-in/social', 'google');
      const thief = browser.isSignedIn ? (await browser.getPerson()).uid : '';
      const token = await fetch(`${server.url}/api/list_rooms`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: '{}',
      });
      const again = await ann.signInAgain();
      const { webhooks } = await again.runCommand<CommandOutput<'list_webhooks'>>('list_webhooks', {});
      const seen = {
        linked,
        recovered: recovered.status,
        isAnn: thief === ann.uid,
        token: token.status,
        webhooks: webhooks.length,
      };
      const isReal = linked === '/done' && recovered.ok;
      const held = isReal && !seen.isAnn && token.status === 401 && webhooks.length === 0;
      return { tries: 3, seen, held };
    },
  },
];
