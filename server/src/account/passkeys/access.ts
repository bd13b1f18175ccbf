import type { Db } from '../../db/schema.ts';
import { createPasskeyError } from './passkey-sign-in.ts';
import { findPasskey, type PasskeyRow } from './passkey-store.ts';

/** For a sign-in: the signature shows whether the caller has it. Throws `forbidden`. */
export async function accessPasskey(db: Db, credentialId: string): Promise<PasskeyRow> {
  const passkey = await findPasskey(db, credentialId);
  if (!passkey) throw createPasskeyError();
  return passkey;
}
