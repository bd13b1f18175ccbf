import { AsyncLocalStorage } from 'node:async_hooks';

/** That a session may link an account: its person has confirmed who they are. It comes back with the OAuth state. */
export interface LinkProof {
  sessionId: string;
  provenAt: number;
}

/** A link whose state belongs to the session of the callback. */
export interface ProvenLink extends LinkProof {
  uid: string;
}

interface Callback {
  link?: ProvenLink;
  isStored?: true;
}

const proofs = new AsyncLocalStorage<LinkProof>();
const callbacks = new AsyncLocalStorage<Callback>();

/** The accounts library passes no data of ours from the request for a link to its state. */
export function runWithLinkProof<Result>(proof: LinkProof, work: () => Promise<Result>): Promise<Result> {
  return proofs.run(proof, work);
}

/** Undefined if nobody has confirmed the link. */
export function getLinkProof(): LinkProof | undefined {
  return proofs.getStore();
}

/** Nor from the state to its statements and to the response. `linkedUid`: whose account has got another way to sign in. */
export async function runCallback<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; linkedUid: string | undefined }> {
  const callback: Callback = {};
  const result = await callbacks.run(callback, work);
  return { result, linkedUid: callback.isStored && callback.link?.uid };
}

export function setProvenLink(link: ProvenLink): void {
  const callback = callbacks.getStore();
  if (callback) callback.link = link;
}

export function getProvenLink(): ProvenLink | undefined {
  return callbacks.getStore()?.link;
}

export function markLinkStored(): void {
  const callback = callbacks.getStore();
  if (callback) callback.isStored = true;
}
