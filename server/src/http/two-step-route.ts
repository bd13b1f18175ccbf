import { TwoStepBegin, TwoStepCode, type TwoStepSetup } from '@snug/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccountWriter } from '../account/account-mutations.ts';
import { findAccountLabel } from '../account/emails/account-label.ts';
import type { AccountMails } from '../account/mails/account-mails.ts';
import type { Reauthentication } from '../account/reauthentication.ts';
import type { CodeVerifier } from '../account/two-step/code-verifier.ts';
import { createRecoveryCodes, hashRecoveryCode } from '../account/two-step/recovery-codes.ts';
import { createTotpSecret, createTotpUrl } from '../account/two-step/totp.ts';
import { checkInput } from '../commands/check-input.ts';
import type { Services } from '../commands/command-handler.ts';
import type { Db } from '../db/schema.ts';
import { networkAddress } from '../limits/network-address.ts';
import { ACCOUNT_BODY } from './account-body.ts';
import { getSession } from './require-session.ts';

export interface TwoStepRouteOptions {
  read: Db;
  writer: AccountWriter;
  codes: CodeVerifier;
  reauthentication: Reauthentication;
  requireNewestRelease: Services['requireNewestRelease'];
  /** Undefined without a mail server. */
  mails: AccountMails | undefined;
}

/** Two-step verification of the caller. A session alone can neither turn it on nor off. */
export function twoStepRoute(app: FastifyInstance, options: TwoStepRouteOptions): void {
  const { writer, codes, mails } = options;
  app.post('/api/account/two-step/begin', ACCOUNT_BODY, request => begin(request, options));

  app.post('/api/account/two-step/turn-on', ACCOUNT_BODY, async request => {
    const { uid, sessionId, code } = readCode(request);
    const { secret, step } = await codes.verifyTotp(uid, code);
    const created = createCodes();
    await writer.write('turn_on_two_step', { uid, sessionId }, { secret, step, hashes: created.hashes });
    await codes.resetLimits(uid);
    mails?.notify(uid, 'two_step_on');
    return { recoveryCodes: created.recoveryCodes };
  });

  app.post('/api/account/two-step/recovery-codes', ACCOUNT_BODY, async request => {
    const { uid, code } = readCode(request);
    const proof = await codes.verify(uid, code);
    const created = createCodes();
    await writer.write('renew_recovery_codes', { uid }, { proof, hashes: created.hashes });
    await codes.resetLimits(uid);
    return { recoveryCodes: created.recoveryCodes };
  });

  app.post('/api/account/two-step/turn-off', ACCOUNT_BODY, async request => {
    const { uid, code } = readCode(request);
    const proof = await codes.verify(uid, code);
    await writer.write('turn_off_two_step', { uid }, { proof });
    await codes.resetLimits(uid);
    mails?.notify(uid, 'two_step_off');
    return {};
  });
}

async function begin(
  request: FastifyRequest,
  { read, writer, codes, reauthentication, requireNewestRelease }: TwoStepRouteOptions,
): Promise<TwoStepSetup> {
  const caller = getSession(request);
  const { uid, name } = caller.me;
  const { password } = checkInput(TwoStepBegin, request.body);
  await reauthentication.confirm(caller, networkAddress(request.ip), password);
  // A server of an earlier release would ask for no code.
  await requireNewestRelease();
  const secret = createTotpSecret();
  await writer.write('begin_two_step', { uid }, { secret: await codes.encrypt(secret) });
  return { url: createTotpUrl(secret, (await findAccountLabel(read, uid)) ?? name) };
}

function readCode(request: FastifyRequest): { uid: string; sessionId: string; code: string } {
  const { id: sessionId, me } = getSession(request);
  return { uid: me.uid, sessionId, ...checkInput(TwoStepCode, request.body) };
}

function createCodes(): { recoveryCodes: string[]; hashes: string[] } {
  const recoveryCodes = createRecoveryCodes();
  return { recoveryCodes, hashes: recoveryCodes.map(hashRecoveryCode) };
}
