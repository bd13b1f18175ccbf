import {
  type Passkey,
  PasskeyBegin,
  type PasskeyOptions,
  PasskeyRegistration,
  PasskeyRemoval,
} from '@snug/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccountWriter } from '../account/account-mutations.ts';
import { describeDevice } from '../account/device.ts';
import type { AccountMails } from '../account/mails/account-mails.ts';
import type { PasskeyVerifier } from '../account/passkeys/passkey-verifier.ts';
import { readPasskeyOwner } from '../account/passkeys/passkeys.ts';
import type { Reauthentication } from '../account/reauthentication.ts';
import type { CodeVerifier } from '../account/two-step/code-verifier.ts';
import { newId } from '../base/ids.ts';
import { createSecretCode, hashSecretCode } from '../base/secret-code.ts';
import { checkInput } from '../commands/check-input.ts';
import type { Services } from '../commands/command-handler.ts';
import type { Db } from '../db/schema.ts';
import { networkAddress } from '../limits/network-address.ts';
import { ACCOUNT_BODY, CREDENTIAL_BODY } from './account-body.ts';
import { getSession } from './require-session.ts';

export interface PasskeyRouteOptions {
  read: Db;
  writer: AccountWriter;
  verifier: PasskeyVerifier;
  codes: CodeVerifier;
  reauthentication: Reauthentication;
  requireNewestRelease: Services['requireNewestRelease'];
  /** Undefined without a mail server. */
  mails: AccountMails | undefined;
}

/** Passkeys of the caller. A session alone can neither add nor remove one. */
export function passkeyRoute(app: FastifyInstance, options: PasskeyRouteOptions): void {
  app.post('/api/account/passkeys/begin', ACCOUNT_BODY, request => begin(request, options));
  app.post('/api/account/passkeys/add', CREDENTIAL_BODY, async request => ({
    passkey: await add(request, options),
  }));
  app.post('/api/account/passkeys/remove', ACCOUNT_BODY, async request => {
    await remove(request, options);
    return {};
  });
}

async function begin(request: FastifyRequest, options: PasskeyRouteOptions): Promise<PasskeyOptions> {
  const { read, writer, verifier, codes, reauthentication, requireNewestRelease } = options;
  const caller = getSession(request);
  const { uid } = caller.me;
  const { password, code } = checkInput(PasskeyBegin, request.body);
  await reauthentication.confirm(caller, networkAddress(request.ip), password);
  // A server of an earlier release would leave it to somebody whose account an admin recovers.
  await requireNewestRelease();
  const proof = await codes.verifyIfOn(uid, code);
  const challenge = createSecretCode();
  await writer.write('begin_passkey', { uid }, { hash: hashSecretCode(challenge), proof });
  if (proof) await codes.resetLimits(uid);
  const owner = await readPasskeyOwner(read, caller.me);
  return { options: await verifier.createRegistrationOptions(owner, challenge) };
}

async function add(
  request: FastifyRequest,
  { writer, verifier, mails }: PasskeyRouteOptions,
): Promise<Passkey> {
  const { id: sessionId, me } = getSession(request);
  const { uid } = me;
  const { credential } = checkInput(PasskeyRegistration, request.body);
  const { challenge, passkey } = await verifier.verifyRegistration(credential);
  const name = describeDevice(request.headers['user-agent'] ?? null);
  const added = { hash: hashSecretCode(challenge), passkey: { id: newId(), name, ...passkey } };
  const result = await writer.write('add_passkey', { uid, sessionId }, added);
  mails?.notify(uid, 'passkey_added');
  return result.passkey;
}

async function remove(
  request: FastifyRequest,
  { writer, reauthentication, mails }: PasskeyRouteOptions,
): Promise<void> {
  const caller = getSession(request);
  const { uid } = caller.me;
  const { id, password } = checkInput(PasskeyRemoval, request.body);
  await reauthentication.confirm(caller, networkAddress(request.ip), password);
  await writer.write('remove_passkey', { uid, sessionId: caller.id }, { id });
  mails?.notify(uid, 'passkey_removed');
}
