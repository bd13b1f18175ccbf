import { CommandError } from '@snug/protocol';
import { findOldestRequest, getAsker, isCountedRequest } from '../chat/rooms/requests.ts';
import type { HandlerCaller, Services } from './command-handler.ts';

type RequestServices = Pick<Services, 'read' | 'writer' | 'admitConversation' | 'fixedSettings'>;

/** Adds a person to a room by `write`, within the limits of requests. Throws `rate_limited`. */
export async function addToRoom<Output>(
  services: RequestServices,
  caller: HandlerCaller,
  { roomId, uid }: { roomId: string; uid: string },
  write: () => Promise<Output>,
): Promise<Output> {
  const { read, admitConversation, fixedSettings: fixed } = services;
  if (await isCountedRequest(read, caller, { roomId, uid, fixed })) await admitConversation(getAsker(caller));
  return giveWayAndWrite(services, caller, [uid], write);
}

/** If too many requests wait for one of the people, the caller's own oldest one gives way to the new one. */
export async function giveWayAndWrite<Output>(
  { read, writer }: RequestServices,
  caller: HandlerCaller,
  uids: readonly string[],
  write: () => Promise<Output>,
): Promise<Output> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof CommandError) || error.code !== 'limit_exceeded') throw error;
    let hasGivenWay = false;
    for (const uid of uids) {
      const roomId = await findOldestRequest(read, caller, uid);
      if (roomId === undefined) continue;
      await writer.write('withdraw_request', { uid: caller.uid }, { roomId, uid });
      hasGivenWay = true;
    }
    if (!hasGivenWay) throw error;
    return write();
  }
}
