/**
 * The same attestation object without the statement about the model of the device, in base64url. Snug requests none. The library
 * would check one, and to do so would fetch the revocation lists that a certificate in it names: any address an attacker likes.
 */
export async function dropAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  const reduced = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ]);
  return isoBase64URL.fromBuffer(new Uint8Array(isoCBOR.encode(reduced)));
}
