import { PROVIDER_NAMES } from '@snug/protocol';
import { readAccountState } from '../account/account-state.ts';
import { listLinkedAccounts } from '../account/linked-accounts.ts';
import { listNotices } from '../account/notices/notices.ts';
import { readPasskeys } from '../account/passkeys/passkeys.ts';
import { readSessions } from '../account/session-list.ts';
import { createSecretCode, hashSecretCode } from '../base/secret-code.ts';
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
    passkeys: await readPasskeys(read, uid),
  }),

  create_recovery_link: async ({ writer, mails }, { uid }, { uid: ownerUid }) => {
    const code = createSecretCode();
    const link = { uid: ownerUid, hash: hashSecretCode(code) };
    const { expiresAt } = await writer.write('create_recovery_link', { uid }, link);
    mails?.notify(ownerUid, 'recovery_link');
    return { code, expiresAt };
  },

  create_claim_link: async ({ writer }, { uid }, { uid: ownerUid }) => {
    const code = createSecretCode();
    const link = { uid: ownerUid, hash: hashSecretCode(code) };
    return { code, ...(await writer.write('create_claim_link', { uid }, link)) };
  },

  get_account: ({ read, now, mails }, { uid, sessionId }) =>
    readAccountState(read, { uid, sessionId, now: now() }, mails !== undefined),

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

  list_sessions: ({ read, now }, { uid, sessionId }) => readSessions(read, { uid, sessionId, now: now() }),

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
