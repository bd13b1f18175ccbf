import { PROVIDER_NAMES } from '@snug/protocol';
import { listLinkedAccounts } from '../account/account-store.ts';
import { describeDevice } from '../account/device.ts';
import { findAccountLabel } from '../account/emails/account-label.ts';
import { isVerified } from '../account/emails/email-store.ts';
import { listNotices } from '../account/notices/notices.ts';
import { listPasskeys, presentPasskey } from '../account/passkeys/passkey-store.ts';
import { findPasswordHash } from '../account/passwords/password-store.ts';
import { isFresh } from '../account/session-expiry.ts';
import { findSession, findSignInTime, listSessions } from '../account/session-store.ts';
import { countRecoveryCodes, hasTwoStep } from '../account/two-step/two-step-store.ts';
import { createSecretCode, hashSecretCode } from '../base/secret-code.ts';
import { parseStoredTime } from '../db/stored-time.ts';
import type { Handlers } from './command-handler.ts';
import { forward } from './forward.ts';

export const accountHandlers = {
  ...forward('rename_passkey'),

  list_notices: async ({ read, now }, { uid, sessionId }) => ({
    notices: await listNotices(read, uid, sessionId, now()),
  }),

  acknowledge_notices: ({ writer }, { uid, sessionId }, { until }) =>
    writer.write('acknowledge_notices', { uid }, { sessionId, until }),

  list_passkeys: async ({ read }, { uid }) => ({
    passkeys: (await listPasskeys(read, uid)).map(presentPasskey),
  }),

  create_recovery_link: async ({ writer, mails }, { uid }, { uid: ownerUid }) => {
    const code = createSecretCode();
    const link = { uid: ownerUid, hash: hashSecretCode(code) };
    const { expiresAt } = await writer.write('create_recovery_link', { uid }, link);
    mails?.notify(ownerUid, 'recovery_link');
    return { code, expiresAt };
  },

  get_account: async ({ read, now, mails }, { uid, sessionId }) => {
    const email = await findAccountLabel(read, uid);
    return {
      ...(email !== undefined && { email }),
      ...(mails && { isVerified: await isVerified(read, uid) }),
      ...((await hasTwoStep(read, uid)) && {
        twoStep: { recoveryCodes: await countRecoveryCodes(read, uid) },
      }),
      passkeys: (await listPasskeys(read, uid)).length,
      hasPassword: (await findPasswordHash(read, uid)) !== null,
      isFresh: isFresh((await findSignInTime(read, sessionId)) ?? 0, now()),
    };
  },

  list_accounts: async ({ read }, { uid }) => ({
    accounts: await listLinkedAccounts(read, uid),
  }),

  unlink_account: async ({ writer, providers, mails }, { uid, sessionId }, { provider }) => {
    const name = providers.find(({ id }) => id === provider)?.name ?? PROVIDER_NAMES[provider];
    const offeredProviders = providers.map(({ id }) => id);
    const input = { provider, name, offeredProviders };
    const result = await writer.write('unlink_account', { uid, sessionId }, input);
    mails?.notify(uid, 'account_unlinked');
    return result;
  },

  list_sessions: async ({ read, now }, { uid, sessionId }) => {
    const newest = await listSessions(read, uid, now());
    const own = newest.some(({ id }) => id === sessionId) ? [] : await findSession(read, sessionId);
    const sessions = [...own, ...newest].map(({ id, createdAt, userAgent }) => ({
      id,
      device: describeDevice(userAgent),
      signedInAt: parseStoredTime(createdAt),
      current: id === sessionId,
    }));
    return { sessions: sessions.toSorted((a, b) => Number(b.current) - Number(a.current)) };
  },

  end_session: async ({ writer, sessionCloser }, { uid }, { id }) => {
    await writer.write('end_session', { uid }, { id });
    sessionCloser.closeAfterResult([id]);
    return {};
  },

  sign_out_everywhere: async ({ writer, sessionCloser }, { uid }) => {
    const { sessionIds } = await writer.write('sign_out_everywhere', { uid }, {});
    sessionCloser.closeAfterResult(sessionIds);
    return {};
  },
} satisfies Partial<Handlers>;
