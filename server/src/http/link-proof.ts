import { Password } from '@snug/protocol';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { runWithLinkProof } from '../account/provider-link.ts';
import type { Reauthentication } from '../account/reauthentication.ts';
import { checkInput } from '../commands/check-input.ts';
import { networkAddress } from '../limits/network-address.ts';
import { getSession } from './require-session.ts';

export interface LinkProofOptions {
  now: () => number;
  reauthentication: Pick<Reauthentication, 'confirm'>;
}

const LinkRequest = v.looseObject({ password: v.optional(Password) });

/** Runs a request of the accounts library for a link, after its person has confirmed who they are: a session alone could be stolen. */
export async function runLinkRequest<Result>(
  request: FastifyRequest,
  { now, reauthentication }: LinkProofOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const caller = getSession(request);
  const { password, ...body } = checkInput(LinkRequest, request.body ?? {});
  await reauthentication.confirm(caller, networkAddress(request.ip), password);
  request.body = body;
  return runWithLinkProof({ sessionId: caller.id, provenAt: now() }, work);
}
